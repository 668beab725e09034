/** The words of what a debt is made of. */
export const partTexts = {
  label: 'Из чего состоит долг',
  part: 'Часть',
  sum: 'Сумма, ₽',
  total: 'Всего',
  names: {
    principalAmount: 'Основной долг',
    interestAmount: 'Проценты',
    interestOverdueAmount: 'Просроченные проценты',
    penaltyAmount: 'Неустойка (пени, штрафы)',
    feeAmount: 'Комиссии',
    courtCostAmount: 'Госпошлина и судебные расходы',
  },
};
