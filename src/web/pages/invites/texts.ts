/** The words of the page of invitations. */
export const texts = {
  title: 'Приглашения',
  columns: {
    email: 'Почта',
    kind: 'Кто',
    company: 'Компания',
    role: 'Роль',
    status: 'Состояние',
    createdAt: 'Отправлено',
    expiresAt: 'Действует до',
  },
  kinds: { individual: 'Физлицо', employee: 'Сотрудник', operator: 'Оператор' },
  statuses: { pending: 'Ждёт ответа', used: 'Принято', expired: 'Истекло', revoked: 'Отозвано' },
  searchHint: 'Почта или компания',
  resend: 'Отправить ещё раз',
  resent: 'Приглашение отправлено заново',
  revoke: 'Отозвать',
  revokeAsk: (email: string) => `Отозвать приглашение для ${email}? Ссылка из письма перестанет работать.`,
  revoked: 'Приглашение отозвано',
  empty: 'Приглашений пока нет. Нажмите «Пригласить», и человек получит письмо со ссылкой.',
};
