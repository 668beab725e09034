/** The words of the demonstration's mailbox. */
export const texts = {
  title: 'Почтовый ящик демонстрации',
  lead: 'Сюда приходят все письма демонстрации: наружу она ничего не отправляет. Список обновляется сам.',
  empty: 'Писем пока нет.',
  to: (address: string) => `Кому: ${address}`,
  loading: 'Загружаем письма…',
};
