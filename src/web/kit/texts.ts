type Run = Record<'name' | 'ogrn' | 'inn' | 'address' | 'phone' | 'email', string>;

/** The words of the application's frame. */
export const texts = {
  brand: 'Уговор',
  title: (page: string) => `${page} · Уговор`,
  offline: 'Нет связи с сервером. Проверьте интернет и попробуйте снова.',
  updating: 'Площадка обновляется. Повторите через минуту; если не поможет, скопируйте введённое и обновите страницу.',
  failed: 'Что-то пошло не так',
  incident: (incident: string) => `Номер обращения: ${incident}`,
  error: {
    notFound: 'Страница не найдена',
    failed: 'Что-то пошло не так',
    closed: (page: string) => `Страница «${page}» закрыта для вашей учётной записи`,
    /** What somebody does whom a page is closed to. */
    whomToAsk: {
      individual:
        'С главной можно перейти ко всему, что вам доступно. Если вам нужно то, что здесь, напишите в поддержку.',
      employee:
        'С главной можно перейти ко всему, что вам доступно. Если страница нужна вам для работы, попросите доступ у руководителя компании.',
      operator:
        'С главной можно перейти ко всему, что вам доступно. Если страница нужна вам для работы, попросите доступ у администратора площадки.',
    },
    status: (status: number) => `Возникла ошибка - ${status}`,
    home: 'Вернуться на главную',
  },
  frame: {
    skip: 'К содержанию',
    dark: 'Тёмная тема',
    light: 'Светлая тема',
    footer: 'Уговор — площадка, где должник и кредитор договариваются',
    run: ({ name, ogrn, inn, address, phone, email }: Run) =>
      `Оператор платформы: ${name}, ОГРН ${ogrn}, ИНН ${inn}, ${address}, ${phone}, ${email}`,
    money: ({ name, licence }: Pick<Run, 'name'> & { licence: string | null }) =>
      `Деньги переводит ${name}${licence ? `, лицензия ${licence}` : ''}`,
    privacy: 'Политика обработки персональных данных',
    terms: 'Пользовательское соглашение',
    home: 'Уговор: на главную',
  },
};
