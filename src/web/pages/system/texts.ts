/** The words of the demonstration's mailbox. */
export const texts = {
  title: 'Почтовый ящик демонстрации',
  lead: 'Сюда приходят все письма и СМС демонстрации: наружу она ничего не отправляет. Список обновляется сам.',
  empty: 'Писем и СМС пока нет.',
  to: (address: string) => `Кому: ${address}`,
  loading: 'Загружаем письма и СМС…',
};
