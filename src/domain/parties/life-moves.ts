import { type Day, formatDay } from '../values/days.ts';
import { type LifeEffect, type LifeEventKind, type LifeSpan, lifeTitle } from './life-event.ts';
import { stoppingEvent } from './life-table.ts';

/**
 * What somebody does about a debt, by the effect of the table of events that forbids it, and how its refusal goes on after the
 * event is named. Whoever refuses such a move, or does not offer it, asks here (docs/decisions/0108).
 */
export const LIFE_MOVES = {
  request: { effect: 'bargaining', words: 'подать или изменить заявку об этом долге сейчас нельзя' },
  acknowledge: { effect: 'bargaining', words: 'признать долг сейчас нельзя, ответить «Это не мой долг» можно' },
  agree: { effect: 'bargaining', words: 'договориться о новом сейчас нельзя' },
  pay: { effect: 'bargaining', words: 'платежи по соглашению сейчас не принимаются' },
  stateOutside: { effect: 'bargaining', words: 'оплата в эти дни здесь не учитывается' },
  breach: { effect: 'breach', words: 'расторгнуть за нарушение нельзя' },
  shiftPayment: { effect: 'payments', words: 'переносить платёж не нужно, его сейчас не ждут' },
  askPause: { effect: 'payments', words: 'пауза не нужна, платить по графику и так не нужно' },
} as const satisfies Record<string, { effect: LifeEffect; words: string }>;
export type LifeMove = keyof typeof LIFE_MOVES;

/** Whom either side turns to, or what it waits for. */
const WHAT_TO_DO: Readonly<Record<LifeEventKind, string>> = {
  bankruptcy: 'Долги разбирают в деле о банкротстве: обратитесь к финансовому управляющему',
  bankruptcy_out_of_court: 'С вопросами обратитесь в МФЦ, где подано заявление',
  death: 'Долгом займутся наследники: узнайте о них у нотариуса',
  incapacity: 'Договаривается и платит опекун: пусть он напишет в поддержку',
  service: 'Дождитесь конца службы',
  service_death:
    'Долг по кредиту прекращён законом № 377-ФЗ, наследники его не платят. О других долгах напишите в поддержку',
  service_disability: 'Долг по кредиту прекращён законом № 377-ФЗ. О других долгах напишите в поддержку',
  family_service: 'Дождитесь конца службы',
  contact_ban: 'Пишите: письма и сообщения не запрещены',
  holidays: 'Дождитесь конца каникул',
  mortgage_holidays: 'Дождитесь конца каникул',
  illness: 'Дождитесь конца паузы',
  job_loss: 'Дождитесь конца паузы',
};

/** The event that forbids a move on a day; null when none does. */
export const forbiddenBy = <Span extends LifeSpan>(events: readonly Span[], move: LifeMove, day: Day): Span | null =>
  stoppingEvent(events, LIFE_MOVES[move].effect, day);

/** Why a move is refused, and what to do: «Банкротство через суд с 12.10.2026: договориться о новом сейчас нельзя. Долги …» */
export const refusalWords = (event: LifeSpan, move: LifeMove): string =>
  `${lifeTitle(event)}: ${LIFE_MOVES[move].words}. ${event.isStated ? 'Дождитесь решения оператора' : WHAT_TO_DO[event.kind]}`;

/**
 * Why a new schedule may not begin on a day: payments stand still then, and the day on which they go on is known. While nobody
 * knows it (a service) the two agree as they like. Null where nothing is wrong.
 */
export function beginsInside(events: readonly LifeSpan[], first: Day): string | null {
  const stopped = stoppingEvent(events, 'payments', first);
  if (stopped === null || stopped.until === null) return null;
  return `${lifeTitle(stopped)}: платежи в эти дни не нужны. Первый платёж — после ${formatDay(stopped.until)}`;
}
