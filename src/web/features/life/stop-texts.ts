import type { InterestRight } from '#domain/parties/interest-right.ts';
import type { LifeEffect, LifeEventKind } from '#domain/parties/life-event.ts';
import { type ContractKind, isConsumerCredit } from '#domain/registries/registry-lists.ts';
import { formatDayOf } from '#web/ui/format.ts';
import type { LifeEvent } from './running-events.ts';

type Stopping = Pick<LifeEvent, 'kind' | 'title' | 'since' | 'caseNo'>;

/** A debt as far as the page knows it: the right to interest of its company tells whether «Прочее» is a loan (docs/decisions/0129). */
interface Debt {
  contractKind: ContractKind;
  right?: InterestRight;
}

/** Whether 377-ФЗ, ст. 2 [K] ends the debt, as it ends what a credit contract obliges to; undefined where nobody knows. */
function isLoan({ contractKind, right }: Debt): boolean | undefined {
  return contractKind === 'other' && right === undefined ? undefined : isConsumerCredit(contractKind, right ?? 'none');
}

const inCase = ({ caseNo }: Stopping): string => (caseNo === null ? '' : ` № ${caseNo}`);
const pause = ({ title }: Stopping): string => `${title}: платить по графику в эти дни не нужно.`;

/**
 * To the debtor: what he need not do, and whom he turns to. A manager is appointed by the court (127-ФЗ, ст. 213.9 [K]); out of
 * court the centre that took the petition answers (ст. 223.2 [K]).
 */
const own: Readonly<Record<LifeEventKind, (event: Stopping) => string>> = {
  bankruptcy: (event) =>
    `Введено банкротство с ${formatDayOf(event.since)}: платить по графику и договариваться о долгах здесь не нужно. Долги разбирают в деле о банкротстве${inCase(event)}: обратитесь к финансовому управляющему, его назначил суд.`,
  bankruptcy_out_of_court: ({ since }) =>
    `Внесудебное банкротство идёт с ${formatDayOf(since)}: платить по графику и договариваться о долгах здесь не нужно. С вопросами обратитесь в МФЦ, где подавали заявление.`,
  death: () => 'Платежи и новые договорённости остановлены, пока не известны наследники.',
  incapacity: () =>
    'Платежи и новые договорённости остановлены: за вас действует опекун. Пусть он напишет в поддержку.',
  service: ({ since }) =>
    `Вы на службе с ${formatDayOf(since)}: платить по графику сейчас не нужно, неустойка не начисляется. Когда служба закончится, сообщите в поддержку: закон даёт время и после неё, и график сдвинется без согласия кредитора.`,
  service_death: () =>
    'Обязательства по кредиту прекращены законом № 377-ФЗ: наследники его не платят. О других долгах напишите в поддержку.',
  service_disability: ({ since }) =>
    `I группа инвалидности из-за военной службы с ${formatDayOf(since)}: обязательства по кредиту прекращены законом № 377-ФЗ, платить не нужно. О других долгах напишите в поддержку.`,
  family_service: pause,
  contact_ban: ({ since }) =>
    `С ${formatDayOf(since)} кредиторам нельзя звонить вам и приходить к вам. Писать они могут.`,
  holidays: pause,
  mortgage_holidays: pause,
  illness: pause,
  job_loss: pause,
};

/** The same of a debt that is no loan, where it differs (docs/decisions/0130). */
const ownOther: Readonly<Partial<Record<LifeEventKind, (event: Stopping) => string>>> = {
  service: ({ since }) =>
    `Вы на службе с ${formatDayOf(since)}: платить по графику сейчас не нужно, неустойка не начисляется. О сроках после службы договоритесь с кредитором.`,
  service_death: own.death,
  service_disability: ({ since }) =>
    `I группа инвалидности из-за военной службы с ${formatDayOf(since)}: платить и договариваться здесь сейчас нельзя. Закон № 377-ФЗ прекращает только долги по кредитам, этот долг остаётся: напишите в поддержку.`,
};

const ownWords = (event: Stopping, debt: Debt | null): string => {
  const ofOther = debt !== null && isLoan(debt) === false ? ownOther[event.kind] : undefined;
  return (ofOther ?? own[event.kind])(event);
};

/** The same in a card, where another one says the rest. */
const SHORT: Readonly<Partial<Record<LifeEventKind, readonly [why: string, whom: string]>>> = {
  bankruptcy: ['Введено банкротство', 'обратитесь к финансовому управляющему'],
  bankruptcy_out_of_court: ['Идёт внесудебное банкротство', 'обратитесь в МФЦ, где подавали заявление'],
  service: ['Вы на службе', 'неустойка не начисляется'],
};

const toHeirs =
  'Узнайте у нотариуса о наследстве и заявите требование к нему (статья 1175 Гражданского кодекса). Когда наследник известен, загрузите требование к нему новой строкой реестра на его имя, в пределах стоимости наследства, а это отзовите: соглашение по нему прекратится, и наследник увидит долг в своём кабинете.';

/**
 * To the creditor: where he gets his money now. In a court's bankruptcy he has two months from the publication (127-ФЗ, ст. 213.8,
 * п. 2; how: ст. 71, 100 [K]); out of court his claim is freed only if the list names it (ст. 223.4, 223.6 [K]); heirs answer
 * within the inheritance (ГК РФ, ст. 1175 [K]).
 */
const creditor: Readonly<Partial<Record<LifeEventKind, (event: Stopping) => string>>> = {
  bankruptcy: (event) =>
    `Заявите требование в деле о банкротстве${inCase(event)}. Срок — два месяца со дня, когда опубликовали сведения о введении процедуры (статьи 71, 100 и 213.8 Закона о банкротстве). Платежи по соглашению здесь не принимаются.`,
  bankruptcy_out_of_court: () =>
    'Проверьте в ЕФРСБ, указано ли ваше требование в списке кредиторов. До конца процедуры платежи по соглашению здесь не принимаются.',
  service_death: () =>
    'Обязательства по кредитному договору прекращены: статья 2 Закона № 377-ФЗ. Ни с наследников, ни с поручителей их не требуют. Отзовите требование из реестра.',
  service_disability: () =>
    'Обязательства по кредитному договору прекращены: статья 2 Закона № 377-ФЗ. Отзовите требование из реестра.',
  death: () =>
    `${toHeirs} Если заёмщик погиб на военной службе, внесите «Гибель на военной службе»: долг по кредиту тогда прекращён (Закон № 377-ФЗ).`,
  incapacity: () => 'Узнайте, кто назначен опекуном: договариваться и платить теперь может только он.',
};

/** The same of a debt that is no loan, where it differs: it passes to heirs, and stays that of a disabled (docs/decisions/0130). */
const creditorOther: typeof creditor = {
  death: () => toHeirs,
  service_death: () => toHeirs,
  service_disability: () =>
    'Закон № 377-ФЗ прекращает обязательства только по кредитам: этот долг остаётся, отзывать требование не нужно. Пока обстоятельство действует, договариваться и платить здесь нельзя.',
};

const ifLoan =
  'Если это кредит или заём, обязательства прекращены: статья 2 Закона № 377-ФЗ, отзовите требование из реестра.';

/** The same where nobody knows whether it is a loan. */
const creditorUnknown: typeof creditor = {
  service_death: () => `${ifLoan} Другой долг переходит к наследникам. ${toHeirs}`,
  service_disability: () => `${ifLoan} Другой долг остаётся: отзывать его не нужно.`,
};

function creditorWords(event: Stopping, debt: Debt): string | undefined {
  const isOfLoan = isLoan(debt);
  const special = isOfLoan ? {} : isOfLoan === undefined ? creditorUnknown : creditorOther;
  return (special[event.kind] ?? creditor[event.kind])?.(event);
}

/** The words of what stands still; of which debt, null where they are of all debts or nobody knows. */
export const stopTexts = {
  own: ownWords,
  card: (event: Stopping, effect: Extract<LifeEffect, 'payments' | 'bargaining'>, debt: Debt | null): string => {
    const short = SHORT[event.kind];
    if (!short) return ownWords(event, debt);
    const rest = effect === 'payments' ? 'платить по графику не нужно' : 'договариваться о долге не нужно';
    return `${short[0]}, ${rest}: ${short[1]}.`;
  },
  creditor: creditorWords,
  next: 'Что делать дальше',
  see: 'Что остановлено',
  nothing: 'Здесь ничего нет.',
  turn: (title: string): string => `Торги остановлены: ${title.charAt(0).toLowerCase()}${title.slice(1)}.`,
};
