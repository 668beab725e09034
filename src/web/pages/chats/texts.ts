/** The words of the list of talks. */
export const texts = {
  complaints: 'Мои жалобы',
  title: 'Сообщения',
  section: { to: '/chats', title: 'Сообщения' } as const,
  waiting: 'Ждут вашего ответа',
  others: 'Остальные',
  all: 'Все разговоры',
  empty: 'Здесь появятся разговоры о ваших заявках и урегулированиях.',
  you: (text: string) => `Вы: ${text}`,
  unread: (count: number) => `Не прочитано: ${count}`,
  nothing: 'Разговор ещё не начат',
  about: 'К делу',
};
