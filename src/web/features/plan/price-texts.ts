/** The words of what an offer costs. */
export const priceTexts = {
  total: 'Всего к оплате',
  forgiven: 'Прощается',
  nothingForgiven: 'ничего',
  interest: 'Из них проценты',
  noInterest: 'без процентов',
  rate: 'Ставка',
  noRate: '0\u00A0%, проценты не начисляются',
  ofYear: (rate: string) => `${rate} годовых`,
  fullCost: 'Полная стоимость кредита',
  fullCostOf: (rate: string) => `${rate} годовых`,
  belowRate: 'Полная стоимость ниже ставки: проценты начисляются на основной долг, а не на всю сумму.',
  beyond: 'больше всякого предела',
  overpaid: (sum: string) => `переплата ${sum}`,
  nothingOverpaid: '0\u00A0% годовых, переплаты нет',
  platform: {
    fee: (sum: string) => `Вознаграждение платформы ${sum}:`,
    ways: {
      withheld: 'удерживается из платежей кредитору.',
      invoiced: 'платит кредитор по счёту.',
      on_top: 'платит заёмщик сверх суммы соглашения.',
    },
    vat: (sum: string) => `В том числе НДС ${sum}.`,
  },
};
