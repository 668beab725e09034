/** The words of dictionaries. */
export const texts = {
  types: {
    title: 'Виды компаний',
    lead: 'Вид назначают на карточке компании; у вида может быть свой тариф.',
    empty: 'Видов компаний нет.',
  },
  categories: {
    title: 'Категории физлиц',
    lead: 'Категорию назначают на карточке человека; у категории может быть свой тариф.',
    empty: 'Категорий нет.',
  },
  searchHint: 'Название, пояснение',
  columns: { name: 'Название', help: 'Пояснение', interestRight: 'Проценты', place: 'Порядок', uses: 'Используется' },
  fields: { name: 'Название', help: 'Пояснение', interestRight: 'Проценты по графику', place: 'Порядок в списках' },
  hints: { place: 'Меньше — выше' },
  none: 'нет',
  add: 'Добавить',
  change: 'Изменить',
  remove: 'Удалить',
  removeAsk: (name: string) => `Удалить «${name}»?`,
  removed: 'Запись удалена',
  added: 'Запись добавлена',
  saved: 'Запись изменена',
};
