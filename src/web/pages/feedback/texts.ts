/** The words of the page on which opinions are judged. */
export const texts = {
  title: 'Отзывы',
  columns: {
    at: 'Когда',
    number: 'Соглашение',
    debtor: 'Заёмщик',
    creditor: 'Кредитор',
    rating: 'Оценка',
    text: 'Отзыв',
    status: 'Статус',
  },
  status: 'Статус',
  empty: 'Отзывов пока нет.',
  nobodyWaits: 'Ни один отзыв не ждёт проверки.',
  noText: 'Без слов',
  reason: 'Причина отказа',
  needReason: 'Назовите причину: её прочтёт автор отзыва',
  publish: 'Опубликовать',
  reject: 'Отклонить',
  published: 'Отзыв опубликован',
  rejected: 'Отзыв отклонён',
};
