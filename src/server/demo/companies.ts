import type { NamedCompanies } from '../modules/operating-companies/operating-companies.commands.ts';

/** Who runs the demonstration: nobody of these names exists, which their addresses say. */
export const demoCompanies: NamedCompanies = {
  platform: {
    name: 'ООО «Уговор» (демонстрация)',
    ogrn: '1237700000009',
    inn: '7700000009',
    address: '101000, г. Москва, Демонстрационный пер., д. 1',
    licence: null,
    phone: '+7 (495) 000-00-01',
    email: 'privacy@demo.test',
  },
  rnko: {
    name: 'ООО РНКО «Пример» (демонстрация)',
    ogrn: '1237700000010',
    inn: '7700000016',
    address: '101000, г. Москва, Демонстрационный пер., д. 2',
    licence: '№ 0000-К от 01.02.2023 (пример)',
    phone: '+7 (495) 000-00-02',
    email: 'rnko@demo.test',
  },
};
