/** Why a debtor does not pay as agreed, in the order of the choices (docs/domain.md §6.2 Questionnaire). */
export const DEBT_REASONS = {
  job_loss: 'Потеря работы',
  income_drop: 'Снижение дохода',
  illness: 'Болезнь',
  family: 'Семейные обстоятельства',
  many_debts: 'Несколько кредитов сразу',
  disagree: 'Не согласен с суммой',
  other: 'Другое',
} as const;
export type DebtReason = keyof typeof DEBT_REASONS;

/** What a request says that its completeness depends on. */
export type RequestForm = {
  readonly creditorName: string | null;
  readonly contractNumber: string | null;
  readonly claimedDebt: number | null;
  readonly debtReason: string | null;
};

/** What is still to be done before the creditor is sought: the to-do list of a draft. */
export const REQUEST_GAPS = {
  verification: 'Пройдите проверку: она подтверждает, что заявку подаёте вы',
  creditorName: 'Назовите кредитора',
  contractNumber: 'Укажите номер договора',
  claimedDebt: 'Укажите сумму долга, как вы её знаете',
  debtReason: 'Выберите причину просрочки',
} as const;
type RequestGap = keyof typeof REQUEST_GAPS;

/** What keeps a request waiting; nothing when it is complete and its author is verified (docs/domain.md §7.2). */
export function requestGaps(form: RequestForm, isVerified: boolean): RequestGap[] {
  const fields = ['creditorName', 'contractNumber', 'claimedDebt', 'debtReason'] as const;
  const empty = fields.filter((field) => form[field] === null || form[field] === '');
  return isVerified ? empty : ['verification', ...empty];
}
