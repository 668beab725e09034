/** How well the payment partner knows a person (115-ФЗ): not at all, by his papers, or by seeing him. */
export const IDENTIFICATION_LEVELS = {
  none: 'Без идентификации',
  simplified: 'Упрощённая идентификация',
  full: 'Полная идентификация',
} as const;
export type IdentificationLevel = keyof typeof IDENTIFICATION_LEVELS;
