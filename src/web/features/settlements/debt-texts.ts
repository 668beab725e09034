import type { DebtPartCode } from '#domain/settlements/debt-structure.ts';

/** The words of what a debt is made of. */
export const debtTexts = {
  label: 'Из чего состоит долг',
  names: {
    principal: 'Основной долг',
    interest: 'Проценты',
    interest_overdue: 'Просроченные проценты',
    penalty: 'Неустойка (пени)',
    fine: 'Штрафы',
    fee: 'Комиссии',
    court_fee: 'Госпошлина',
    legal_costs: 'Госпошлина и судебные расходы',
  } satisfies Record<DebtPartCode, string>,
};
