/** The words of the pages of employees and invitations. */
export const texts = {
  title: 'Сотрудники',
  columns: {
    name: 'ФИО',
    email: 'Почта',
    position: 'Должность',
    role: 'Роль',
    active: 'Доступ',
    lastLoginAt: 'Последний вход',
  },
  active: 'Работает',
  inactive: 'Отключён',
  never: 'ещё не входил',
  empty: 'В этой компании пока никого нет. Пригласите сотрудников на странице «Приглашения».',
  noCompany: 'Выберите компанию: здесь появятся её люди.',
  invites: {
    title: 'Приглашения',
    columns: {
      email: 'Почта',
      kind: 'Кто',
      company: 'Компания',
      status: 'Состояние',
      createdAt: 'Отправлено',
      expiresAt: 'Действует до',
    },
    kinds: { individual: 'Физлицо', employee: 'Сотрудник' },
    statuses: { pending: 'Ждёт ответа', used: 'Принято', expired: 'Истекло', revoked: 'Отозвано' },
    empty: 'Приглашений пока нет. Нажмите «Пригласить», и человек получит письмо со ссылкой.',
  },
};
