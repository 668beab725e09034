/** The words of naming a creditor. */
export const creditorTexts = {
  label: 'Кредитор',
  choose: 'Назовите кредитора',
  hint: 'Название или ИНН: 10 цифр, у предпринимателя 12',
  found: 'Найдены на площадке',
  none: 'На площадке такого нет. Введите ИНН, мы найдём его сами.',
  chosen: (name: string, inn: string) => `${name}, ИНН ${inn}`,
  change: 'Выбрать другого',
  inn: 'ИНН кредитора',
  name: 'Как он называется',
  byHand: 'Кредитора нет в списке',
  search: 'Найти на площадке',
};
