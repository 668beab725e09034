/** What one operator can propose to another. */
const operatorKinds = {
  'verification.block': 'Заблокировать',
  'verification.unblock': 'Разблокировать',
  'tariff.keep': 'Ввести тариф',
  'payment.refund': 'Вернуть платёж',
  'rate.keep': 'Ввести ставку или предел',
  'operatingCompany.change': 'Изменить сведения о площадке',
  'lifeEvent.confirm': 'Подтвердить обстоятельство заёмщика',
  'lifeEvent.end': 'Завершить обстоятельство заёмщика',
} as const;
export type ApprovalKind = keyof typeof operatorKinds;

/** What a creditor's manager can ask his head about a settlement; it is the head's own act that follows. */
const headKinds = {
  'settlement.accept': 'Принять условия заёмщика ниже правил',
  'settlement.offer': 'Предложить условия ниже правил',
  'settlement.reschedule': 'Предложить новый график вне правил',
} as const;
export type HeadKind = keyof typeof headKinds;
export const HEAD_KINDS = Object.keys(headKinds) as HeadKind[];

const titles: Readonly<Record<string, string>> = { ...operatorKinds, ...headKinds };

/** The Russian name of any kind of proposal. */
export const titleOf = (kind: string): string => titles[kind] ?? kind;
