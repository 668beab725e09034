import { describe, expect, test } from 'vitest';
import { checkOperatingCompany, formatOperatingCompany, operatingVariable } from './operating-company.ts';

const rnko = {
  name: 'ООО РНКО «Платёжный дом»',
  ogrn: '1027700132195',
  inn: '7707083893',
  address: '115114, г. Москва, Дербеневская наб., д. 7',
  licence: '№ 3511-К от 18.03.2019',
  phone: '+7 495 123-00-02',
  email: 'info@rnko.test',
};

describe('who runs the platform', () => {
  test.each([
    ['rnko', {}, {}],
    ['rnko', { licence: null }, { licence: 'Поле должно быть заполнено' }],
    ['platform', { licence: null }, {}],
    ['platform', { name: ' ' }, { name: 'Поле должно быть заполнено' }],
    ['platform', { ogrn: '1027700132194' }, { ogrn: 'ОГРН указан неверно' }],
    ['platform', { ogrn: '304500116000157' }, {}],
    ['platform', { phone: '123' }, { phone: 'Номер телефона введён не до конца' }],
    ['platform', { address: 'я'.repeat(501) }, { address: 'Не больше 500 знаков' }],
  ] as const)('%s with %o is refused by %o', (kind, change, problems) => {
    expect(checkOperatingCompany(kind, { ...rnko, ...change })).toEqual(problems);
  });

  test('is written in one line, the licence where there is one', () => {
    expect(formatOperatingCompany(rnko)).toBe(
      'ООО РНКО «Платёжный дом», ОГРН 1027700132195, ИНН 7707083893, лицензия № 3511-К от 18.03.2019, адрес: 115114, г. Москва, Дербеневская наб., д. 7',
    );
    expect(formatOperatingCompany({ ...rnko, licence: null })).not.toContain('лицензия');
  });

  test('is told by variables of their own names', () => {
    expect(operatingVariable('rnko', 'licence')).toBe('RNKO_LICENCE');
    expect(operatingVariable('platform', 'name')).toBe('PLATFORM_NAME');
  });
});
