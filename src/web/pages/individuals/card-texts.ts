/** The words of a person's card. */
export const cardTexts = {
  section: 'Физлица',
  tabs: { profile: 'Профиль', rnko: 'Идентификация', consents: 'Согласия', history: 'История' },
  figures: { phone: 'Телефон', email: 'Почта', createdAt: 'Создан', pendingSince: 'На проверке с' },
  profile: 'Личные данные',
  edit: 'Изменить данные',
  locked: {
    pending: 'Анкета на проверке: чтобы изменить её, сначала отзовите',
    blocked: 'Запись заблокирована: изменить её нельзя',
  },
  assign: 'Назначить категорию',
  fields: {
    category: 'Категория',
    lastName: 'Фамилия',
    firstName: 'Имя',
    middleName: 'Отчество',
    birthDate: 'Дата рождения',
    inn: 'ИНН',
    snils: 'СНИЛС',
    passport: 'Паспорт: серия и номер',
    phone: 'Телефон',
    email: 'Почта',
  },
  keep: (masked: string) => `Сейчас ${masked}. Оставьте пустым, чтобы не менять.`,
  reverify: 'После сохранения данные проверят заново.',
  reverifyBySecond: 'После сохранения данные проверит заново другой оператор.',
  reveal: 'СНИЛС и паспорт будут видны, пока открыта карточка. Кто и зачем их смотрел, записывается.',
};
