import { addDays, type Day, formatDay } from '../values/days.ts';
import { localTime } from '../values/local-time.ts';
import { type Forms, plural } from '../values/text/words.ts';
import { CONTACT_KINDS, CONTACT_LIMITS, type ContactKind, type ContactReason, clockOf } from './contact-law.ts';

/** Why a creditor may not write, call or meet now, and when he may next: what his people read before they do. */

const CLOSED: Readonly<Record<Exclude<ContactReason, 'hours' | 'day_limit' | 'week_limit' | 'month_limit'>, string>> = {
  refused: 'Заёмщик отказался от взаимодействия',
  via_lawyer: 'Только через представителя заёмщика',
  bankrupt: 'Заёмщик банкрот',
  deceased: 'Заёмщик умер: ждём наследников',
  incapacitated: 'Заёмщик недееспособен',
  hospital: 'Заёмщик на стационарном лечении',
  disabled_1: 'Инвалид I группы',
  minor: 'Несовершеннолетний',
  stated: 'Заёмщик сообщил об обстоятельстве, оператор его проверяет',
  paused: 'Звонки и встречи с заёмщиком сейчас остановлены',
  no_consent: 'Заёмщик не согласен на сообщения кредиторов',
  no_channel: 'Нет адреса заёмщика, или в карточке компании нет телефона: без него первым не пишут',
};

/** The same as the debtor himself reads of it. */
const CLOSED_TO_DEBTOR: Readonly<Partial<Record<ContactReason, string>>> = {
  hours: 'Неурочные часы: писать и звонить вам можно с 8:00 до 22:00, в выходные с 9:00 до 20:00',
  refused: 'Вы отказались от взаимодействия',
  via_lawyer: 'Только через вашего представителя',
  bankrupt: 'Вы банкрот',
  deceased: 'Ждём наследников',
  incapacitated: 'Только через опекуна',
  hospital: 'Вы на стационарном лечении',
  stated: 'Вы сообщили об обстоятельстве, оператор его проверяет',
  paused: 'Звонки и встречи с вами сейчас остановлены',
  no_consent: 'Вы не согласны на сообщения кредиторов',
  no_channel: 'Нет вашего адреса или телефона кредитора',
};

/** All of them, as what is asked and told names them. */
export const contactReasons = [
  'hours',
  'day_limit',
  'week_limit',
  'month_limit',
  'refused',
  'via_lawyer',
  'bankrupt',
  'deceased',
  'incapacitated',
  'hospital',
  'disabled_1',
  'minor',
  'stated',
  'paused',
  'no_consent',
  'no_channel',
] as const satisfies readonly ContactReason[];

const FORMS: Readonly<Record<ContactKind, Forms>> = {
  message: ['сообщение', 'сообщения', 'сообщений'],
  call: ['звонок', 'звонка', 'звонков'],
  meeting: ['встреча', 'встречи', 'встреч'],
};
const SPANS = { day: 'В этот день', week: 'На этой неделе', month: 'В этом месяце' } as const;

/** «В этот день уже 1 звонок: больше закон не разрешает»: planned ones take their places too. */
function full(kind: ContactKind, span: keyof typeof SPANS): string {
  const limit = CONTACT_LIMITS[kind][span] ?? 0;
  return `${SPANS[span]} уже ${limit} ${plural(limit, FORMS[kind])}: больше закон не разрешает`;
}

interface Answered {
  readonly reason: ContactReason | null;
  readonly nextAt: Date | null;
}
interface Clock {
  readonly kind: ContactKind;
  /** The debtor's zone; null while it is not known. */
  readonly zone: string | null;
  /** All zones that claims on him name. */
  readonly zones?: readonly string[] | null;
  readonly now: Date;
}

/** «В этот день уже 1 звонок: больше закон не разрешает. Можно завтра с 8:00…»; empty where nothing stands in the way. */
export function contactWords({ reason, nextAt }: Answered, clock: Clock): string {
  if (reason === null) return '';
  const why = reasonWords(reason, clock);
  return nextAt === null ? why : `${why}. ${whenWords(nextAt, clock)}`;
}

/** What the kinds of contacts have in common: why none of them may be now, where it is one and the same of all; null where it is not. */
export function commonReason(
  answers: readonly (Answered & Pick<Clock, 'kind'>)[],
  clock: Omit<Clock, 'kind'>,
): string | null {
  const whys = new Set(
    answers.map(({ reason, kind }) => (reason === null ? null : reasonWords(reason, { ...clock, kind }))),
  );
  const [why] = whys;
  return whys.size === 1 ? (why ?? null) : null;
}

/** «Можно завтра с 8:00 по местному времени заёмщика». */
export function whenWords(nextAt: Date, clock: Omit<Clock, 'kind'>): string {
  const whose = clock.zone === null ? 'по московскому времени' : 'по местному времени заёмщика';
  return `Можно ${nextWords(nextAt, clock)} ${whose}`;
}

/** Why alone, as a group of debtors has it in common. */
export function reasonWords(
  reason: ContactReason,
  { kind, zone, zones }: Pick<Clock, 'kind'> & Partial<Pick<Clock, 'zone' | 'zones'>>,
): string {
  switch (reason) {
    case 'hours':
      if (zone === null)
        return 'Часовой пояс заёмщика неизвестен: можно с 9:00 до 13:00 по Москве, в выходные с 10:00 до 11:00, когда не ночь нигде в России';
      if (new Set(zones).size > 1)
        return 'Требования называют разные часовые пояса заёмщика: можно, когда день в каждом из них, с 8:00 до 22:00, в выходные с 9:00 до 20:00';
      return 'У заёмщика неурочные часы: можно с 8:00 до 22:00, в выходные с 9:00 до 20:00';
    case 'day_limit':
      return full(kind, 'day');
    case 'week_limit':
      return full(kind, 'week');
    case 'month_limit':
      return full(kind, 'month');
    default:
      return CLOSED[reason];
  }
}

/** Why alone, to the debtor himself. */
export const reasonToDebtor = (reason: ContactReason, kind: ContactKind): string =>
  CLOSED_TO_DEBTOR[reason] ?? reasonWords(reason, { kind });

/** «завтра с 8:00», «12.03 с 8:00», by the debtor's clock. */
function nextWords(nextAt: Date, { zone, now }: Pick<Clock, 'zone' | 'now'>): string {
  const next = localTime(nextAt, clockOf(zone));
  return `${dayWords(next.day, localTime(now, clockOf(zone)).day)} с ${next.hour}:00`;
}

function dayWords(day: Day, today: Day): string {
  if (day === today) return 'сегодня';
  if (day === addDays(today, 1)) return 'завтра';
  return `${day.slice(8)}.${day.slice(5, 7)}`;
}

/** «Звонок 05.03.2026, договор № К-1»: a contact by the clock of its debtor, without names and notes. @param contract null of what is of none */
export function contactName({
  kind,
  at,
  zone,
  contract,
}: {
  kind: ContactKind;
  at: Date;
  zone: string;
  contract: string | null;
}): string {
  const name = `${CONTACT_KINDS[kind]} ${formatDay(localTime(at, zone).day)}`;
  return contract === null ? name : `${name}, договор № ${contract}`;
}
