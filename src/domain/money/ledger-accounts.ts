/** On which side an account grows; memo accounts are outside the balance of money. */
type AccountKind = 'asset' | 'liability' | 'income' | 'expense' | 'memo' | 'memo_contra';

/** By whom or what an account is kept apart: each holder has a balance of its own. */
type Holder = 'legalEntity' | 'individual' | 'settlement' | 'none';

type Account = { readonly label: string; readonly kind: AccountKind; readonly holder: Holder };

/** The chart of accounts (docs/domain.md §9). `1020` is the operator's own bank, where an invoice may be paid. */
export const ACCOUNTS = {
  1010: { label: 'Счёт в РНКО', kind: 'asset', holder: 'none' },
  1020: { label: 'Расчётный счёт оператора', kind: 'asset', holder: 'none' },
  1200: { label: 'Дебиторка кредиторов по вознаграждению', kind: 'asset', holder: 'legalEntity' },
  2010: { label: 'Расчёты с кредитором', kind: 'liability', holder: 'legalEntity' },
  2020: { label: 'Переплаты заёмщиков', kind: 'liability', holder: 'individual' },
  2030: { label: 'Невыясненные поступления', kind: 'liability', holder: 'none' },
  2050: { label: 'НДС', kind: 'liability', holder: 'none' },
  9010: { label: 'Доход — вознаграждение', kind: 'income', holder: 'none' },
  9100: { label: 'Расходы РНКО', kind: 'expense', holder: 'none' },
  M10: { label: 'Требования по соглашениям', kind: 'memo', holder: 'settlement' },
  M20: { label: 'Условно прощаемая сумма', kind: 'memo', holder: 'settlement' },
  M30: { label: 'Неустойка по соглашению', kind: 'memo', holder: 'settlement' },
  M99: { label: 'Контрсчёт', kind: 'memo_contra', holder: 'settlement' },
} as const satisfies Record<string, Account>;

export type AccountCode = `${keyof typeof ACCOUNTS}`;
export const ACCOUNT_CODES = Object.keys(ACCOUNTS) as AccountCode[];

/** What an account is. */
export function accountOf(code: AccountCode): Account {
  return ACCOUNTS[code];
}

/** Whether debit makes the account larger. */
export function growsByDebit(code: AccountCode): boolean {
  return ['asset', 'expense', 'memo'].includes(accountOf(code).kind);
}
