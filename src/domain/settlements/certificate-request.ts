import type { BusinessCalendar } from '../values/business-calendar.ts';
import type { Day } from '../values/days.ts';
import { machine, type StatusOf } from '../values/machine.ts';

/** The papers that a creditor owes a debtor. */
export const CERTIFICATE_KINDS = {
  certificate: 'Справка об отсутствии задолженности',
  statement: 'Справка о состоянии долга',
} as const;
export type CertificateKind = keyof typeof CERTIFICATE_KINDS;

/** By what a certificate is issued: a code for it, a rule signed before, or the order that the agreement holds. */
export const ISSUED_BY = {
  code: 'подписана кредитором',
  rule: 'по правилу кредитора',
  order: 'платформой по поручению кредитора',
} as const;

/** A certificate that is owed until it is issued; money that goes back ends what was owed for a debt that is open again. */
export const certificateRequestMachine = machine('certificate-request', {
  first: 'waiting',
  states: {
    waiting: { label: 'Ждёт подписи', tone: 'info' },
    issued: { label: 'Выдана', tone: 'success' },
    cancelled: { label: 'Не нужна', tone: 'neutral' },
  },
  moves: {
    issue: { from: ['waiting'], to: 'issued', by: ['head', 'system'], label: 'Подписать и выдать' },
    cancel: { from: ['waiting'], to: 'cancelled', by: ['system'], label: 'Отменить' },
  },
});
export type CertificateRequestStatus = StatusOf<typeof certificateRequestMachine>;

/**
 * So many working days after the full payment, or after he was asked, a creditor issues a certificate: the agreement promises
 * it for the full payment, and a statement is asked for within the same term (docs/decisions/0100).
 */
const CERTIFICATE_WORKING_DAYS = 5;

/** So many working days are left when the creditor is reminded. */
const REMINDED_WORKING_DAYS = 2;

/** The last day on which a certificate is issued in time. @param since the day of the full payment, or of the asking */
export const certificateDue = (since: Day, calendar: BusinessCalendar): Day =>
  calendar.addWorkingDays(since, CERTIFICATE_WORKING_DAYS);

/** The day from which a creditor who has not signed yet is reminded of it. */
export const certificateReminder = (since: Day, calendar: BusinessCalendar): Day =>
  calendar.addWorkingDays(since, CERTIFICATE_WORKING_DAYS - REMINDED_WORKING_DAYS);

/**
 * What a head signs beforehand: certificates are issued and signed in his company's name without him. Its fingerprint is
 * signed, so a changed text is another version.
 */
export const CERTIFICATE_RULE = {
  version: 1,
  text: [
    'Справки об отсутствии задолженности и справки о состоянии долга по соглашениям, которые компания заключила на платформе «Уговор», выдаются и подписываются от имени компании автоматически, по данным платформы на день справки.',
    'Справка об отсутствии задолженности выдаётся, когда соглашение исполнено и закрыто; справка о состоянии долга — когда о ней просит заёмщик или компания.',
    'Каждая такая справка называет это правило: кто и когда его подписал. Правило действует, пока компания его не отозвала; выданные справки остаются в силе.',
  ],
} as const;
