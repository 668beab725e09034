import type { VerificationStatus } from '../parties/verification.ts';
import type { SettlementMove } from '../settlements/settlement.ts';

/**
 * The moves by which two agree on something new. They are open while nothing in the debtor's life forbids them and both parties are
 * verified; whatever ends something, and paying, stays open to both (docs/decisions/0112).
 */
export const AGREEING: ReadonlySet<SettlementMove> = new Set(['offer', 'accept', 'reschedule', 'reopen']);

/** The verification of both parties. */
interface PartyStatuses {
  readonly individual: VerificationStatus;
  readonly creditor: VerificationStatus;
}

/** Who must do what before a party signs anything new again. What was verified before does not count while a change of it waits. */
const PROBLEMS: Readonly<
  Record<keyof PartyStatuses, Readonly<Record<Exclude<VerificationStatus, 'verified'>, string>>>
> = {
  individual: {
    unverified:
      'Данные заёмщика не подтверждены, новых соглашений он не подписывает. Заёмщику нужно отправить анкету на верификацию',
    pending: 'Данные заёмщика проверяет оператор, новые соглашения подписывают после его решения',
    blocked: 'Данные заёмщика не подтверждены, новых соглашений он не подписывает. Заёмщику нужно написать в поддержку',
  },
  creditor: {
    unverified:
      'Данные кредитора не подтверждены, новых соглашений он не подписывает. Руководителю компании нужно отправить их на верификацию',
    pending: 'Данные кредитора проверяет оператор, новые соглашения подписывают после его решения',
    blocked:
      'Кредитор заблокирован площадкой, новых соглашений он не подписывает. Руководителю компании нужно написать в поддержку',
  },
};

/** Why a party signs nothing new; null for one that is verified. */
export const partyProblem = (side: keyof PartyStatuses, status: VerificationStatus): string | null =>
  status === 'verified' ? null : PROBLEMS[side][status];

/** Why two sign nothing new with one another; null when both are verified. */
export const partiesProblem = ({ individual, creditor }: PartyStatuses): string | null =>
  partyProblem('creditor', creditor) ?? partyProblem('individual', individual);
