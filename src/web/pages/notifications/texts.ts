/** The words of the page of notifications. */
export const texts = {
  title: 'Уведомления',
  unread: 'Новое',
  open: 'Открыть',
  openOf: (title: string) => `Открыть: ${title}`,
  read: 'Прочитано',
  readOf: (title: string) => `Прочитано: ${title}`,
  readAll: 'Отметить все прочитанными',
  choices: 'О чём и куда сообщать',
  empty: 'Здесь появятся новости о ваших делах: решения, замечания, предложения.',
  nothingLeft: 'На этой странице уведомлений больше нет: вернитесь на предыдущую.',
};
