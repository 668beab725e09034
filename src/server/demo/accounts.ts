/** One password opens every account of the demonstration. */
export const demoPassword = 'demo-Ugovor-2026';

/** The creditors whose employees can sign in, as the sign-in page calls them. */
export const creditors = {
  alpha: 'Кредитор «Альфа», МФО',
  beta: 'Кредитор «Бета», банк',
  gamma: 'Кредитор «Гамма», ПКО',
} as const;
export type DemoCreditor = keyof typeof creditors;

/**
 * Who can sign in to the demonstration. Declared here alone: the demo world is made of them; the greeting, the sign-in
 * page and the tests are told by them.
 */
export const demoAccounts = {
  individuals: [
    {
      email: 'ivanov@demo.test',
      about: 'Платит по графику',
      phone: '+79161234501',
      lastName: 'Иванов',
      firstName: 'Пётр',
      middleName: 'Сергеевич',
      inn: '500100732259',
      birthDate: '1984-03-12',
    },
    {
      email: 'petrova@demo.test',
      about: 'Опоздала с платежом',
      phone: '+79161234502',
      lastName: 'Петрова',
      firstName: 'Анна',
      middleName: 'Викторовна',
      inn: '770708389324',
      birthDate: '1990-11-02',
    },
    {
      email: 'sidorov@demo.test',
      about: 'Только что пришёл',
      phone: '+79161234503',
      lastName: 'Сидоров',
      firstName: 'Денис',
      middleName: null,
      birthDate: '1997-07-25',
    },
  ],
  employees: [
    {
      creditor: 'alpha',
      role: 'head',
      email: 'head@alpha.test',
      lastName: 'Кравцов',
      firstName: 'Алексей',
      middleName: 'Николаевич',
      position: 'Генеральный директор',
    },
    {
      creditor: 'alpha',
      role: 'manager',
      email: 'manager@alpha.test',
      lastName: 'Никитина',
      firstName: 'Ольга',
      middleName: 'Львовна',
      position: 'Менеджер по взысканию',
    },
    {
      creditor: 'alpha',
      role: 'accountant',
      email: 'accountant@alpha.test',
      lastName: 'Фомина',
      firstName: 'Вера',
      middleName: 'Петровна',
      position: 'Бухгалтер',
    },
    {
      creditor: 'alpha',
      role: 'observer',
      email: 'observer@alpha.test',
      lastName: 'Лебедев',
      firstName: 'Игорь',
      middleName: 'Олегович',
      position: 'Внутренний аудитор',
    },
    {
      creditor: 'beta',
      role: 'head',
      email: 'head@beta.test',
      lastName: 'Абдуллаев',
      firstName: 'Рустам',
      middleName: 'Каримович',
      position: 'Председатель правления',
    },
    {
      creditor: 'gamma',
      role: 'head',
      email: 'head@gamma.test',
      lastName: 'Шевцова',
      firstName: 'Марина',
      middleName: 'Игоревна',
      position: 'Генеральный директор',
    },
  ],
  operators: [
    {
      role: 'administrator',
      email: 'admin@demo.test',
      lastName: 'Орлова',
      firstName: 'Ольга',
      middleName: 'Михайловна',
    },
    { role: 'manager', email: 'manager@demo.test', lastName: 'Громов', firstName: 'Павел', middleName: 'Андреевич' },
    {
      role: 'verifier',
      email: 'verifier@demo.test',
      lastName: 'Белова',
      firstName: 'Мария',
      middleName: 'Дмитриевна',
    },
    {
      role: 'accountant',
      email: 'accountant@demo.test',
      lastName: 'Сафина',
      firstName: 'Лилия',
      middleName: 'Рашидовна',
    },
    { role: 'observer', email: 'observer@demo.test', lastName: 'Жуков', firstName: 'Сергей', middleName: 'Иванович' },
  ],
} as const;
