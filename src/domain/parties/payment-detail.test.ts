import { describe, expect, test } from 'vitest';
import { checkPaymentDetail, maskNumber, type PaymentDetail } from './payment-detail.ts';

const account: PaymentDetail = {
  kind: 'bank_account',
  bankName: 'Сбербанк',
  bik: '044525225',
  corrAccount: '30101810400000000225',
  number: '40702810138000000005',
  recipientName: 'ООО «Ромашка»',
  recipientInn: null,
};
const phone: PaymentDetail = { ...account, kind: 'sbp_phone', bik: null, corrAccount: null, number: '+79161234567' };

describe('payment details', () => {
  test.each<[string, PaymentDetail, 'individual' | 'legalEntity', object]>([
    ['an account with its keys', account, 'legalEntity', {}],
    ['an account without the account of its bank', { ...account, corrAccount: null }, 'individual', {}],
    ['a phone of a person', phone, 'individual', {}],
    ['a phone of a company', phone, 'legalEntity', { kind: 'Компании платят на банковский счёт' }],
    ['no БИК', { ...account, bik: null }, 'individual', { bik: 'Поле должно быть заполнено' }],
    ['a wrong БИК', { ...account, bik: '04452522' }, 'individual', { bik: 'БИК: 9 цифр' }],
    [
      'an account of another bank',
      { ...account, number: '40702810138000000006' },
      'individual',
      { number: 'Расчётный счёт не соответствует БИК' },
    ],
    [
      'a wrong account of the bank',
      { ...account, corrAccount: '30101810400000000226' },
      'individual',
      { corrAccount: 'Корр. счёт не соответствует БИК' },
    ],
    [
      'an unfinished phone',
      { ...phone, number: '+7916' },
      'individual',
      { number: 'Номер телефона введён не до конца' },
    ],
    [
      'a phone with a БИК',
      { ...phone, bik: '044525225', corrAccount: '30101810400000000225' },
      'individual',
      { bik: 'Для СБП не нужно', corrAccount: 'Для СБП не нужно' },
    ],
  ])('%s', (_name, detail, owner, faults) => {
    expect(checkPaymentDetail(detail, owner)).toEqual(faults);
  });

  test('the mask shows four digits', () => {
    expect(maskNumber('40702810138000000005')).toBe('•••• 0005');
  });
});
