/** By what right a kind of company asks for interest on what is owed to it. */
export const INTEREST_RIGHTS = {
  lender: 'Выдаёт займы: проценты в пределах закона',
  acquirer: 'Покупает долги: проценты не выше договора',
  none: 'Не берёт процентов',
} as const;
export type InterestRight = keyof typeof INTEREST_RIGHTS;
