import { parsePhone } from '../values/phone.ts';
import { checkAccount, checkBik, checkCorrAccount } from '../values/requisites.ts';

/** Where money is paid to (docs/domain.md §6.2 PaymentDetails). A card comes from the partner as a token, never from a form. */
export const PAYMENT_DETAIL_KINDS = { bank_account: 'Банковский счёт', sbp_phone: 'СБП по номеру телефона' } as const;
export type PaymentDetailKind = keyof typeof PAYMENT_DETAIL_KINDS;

/** Details as somebody fills them in; `number` is the account or the phone, by the kind. */
export type PaymentDetail = {
  readonly kind: PaymentDetailKind;
  readonly bankName: string;
  readonly bik: string | null;
  readonly corrAccount: string | null;
  readonly number: string;
  readonly recipientName: string;
  readonly recipientInn: string | null;
};

const EMPTY = 'Поле должно быть заполнено';
const NEEDLESS = 'Для СБП не нужно';

/**
 * What in the details does not go together, a message by field; empty when all does.
 * @param owner companies are paid to accounts only: СБП by phone reaches people
 */
export function checkPaymentDetail(
  detail: PaymentDetail,
  owner: 'individual' | 'legalEntity',
): Partial<Record<keyof PaymentDetail, string>> {
  const faults = detail.kind === 'bank_account' ? accountFaults(detail) : phoneFaults(detail, owner);
  return Object.fromEntries(faults.filter(([, message]) => message !== null));
}

function accountFaults({ bik, corrAccount, number }: PaymentDetail): [keyof PaymentDetail, string | null][] {
  if (bik === null) return [['bik', EMPTY]];
  const wrongBik = checkBik(bik);
  if (wrongBik !== null) return [['bik', wrongBik]];
  return [
    ['number', checkAccount(number, bik)],
    ['corrAccount', corrAccount === null ? null : checkCorrAccount(corrAccount, bik)],
  ];
}

function phoneFaults(
  { bik, corrAccount, number }: PaymentDetail,
  owner: 'individual' | 'legalEntity',
): [keyof PaymentDetail, string | null][] {
  return [
    ['kind', owner === 'legalEntity' ? 'Компании платят на банковский счёт' : null],
    ['number', parsePhone(number) === number ? null : 'Номер телефона введён не до конца'],
    ['bik', bik === null ? null : NEEDLESS],
    ['corrAccount', corrAccount === null ? null : NEEDLESS],
  ];
}

/** «•••• 1234»: an account or a phone for those who only need to tell it from another one. */
export const maskNumber = (number: string): string => `•••• ${number.slice(-4)}`;
