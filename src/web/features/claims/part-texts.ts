/** The words of what a debt is made of. */
export const partTexts = {
  label: 'Из чего состоит долг',
  part: 'Часть',
  sum: 'Сумма,\u00a0₽',
  total: 'Всего',
};
