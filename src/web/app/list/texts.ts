import { type Forms, plural } from '#domain/words.ts';

const rows: Forms = ['строка', 'строки', 'строк'];
const count = (number: number): string => number.toLocaleString('ru-RU');

/** The words of the list screen, which are the same on every list. */
export const texts = {
  all: 'Все',
  search: 'Поиск',
  statuses: 'Статус',
  total: (total: number) => `всего: ${count(total)}`,
  more: (total: number) => `более ${count(total)}`,
  count: (total: number, cap: number) => (total > cap ? `${count(cap)}+` : count(total)),
  nothingFound: 'Ничего не нашлось',
  changeSearch: 'Попробуйте другие слова или уберите фильтр.',
  reset: 'Сбросить поиск и фильтры',
  filters: {
    more: 'Ещё фильтры',
    title: 'Фильтры',
    any: 'Неважно',
    yes: 'Да',
    no: 'Нет',
    badDay: 'Такой даты нет',
    badNumber: 'Только цифры',
    chosen: 'Выбранные фильтры',
    remove: (chip: string) => `Убрать фильтр «${chip}»`,
  },
  columns: {
    title: 'Столбцы',
    first: 'всегда первый',
    up: (name: string) => `Поднять «${name}»`,
    down: (name: string) => `Опустить «${name}»`,
    drag: 'Перетащите, чтобы изменить порядок',
    density: 'Высота строк',
    densities: { roomy: '48', usual: '40', dense: '32' },
    reset: 'Вернуть обычный вид',
  },
  views: {
    title: 'Представления',
    none: 'Сохраните поиск, фильтры, порядок и столбцы под именем, чтобы вернуться к ним одним нажатием.',
    name: 'Имя представления',
    shared: 'Показать коллегам',
    save: 'Сохранить',
    sharedMark: 'общее',
    remove: (name: string) => `Удалить представление «${name}»`,
  },
  excel: {
    action: 'Выгрузить в Excel',
    progress: (bytes: number) =>
      `Готовим файл: ${(bytes / 1_000_000).toLocaleString('ru-RU', { maximumFractionDigits: 1 })} МБ`,
    done: 'Файл сохранён',
    failed: 'Файл не выгружен',
    cancel: 'Отменить',
  },
  chosen: {
    label: 'Выбранные строки',
    count: (number: number) => `Выбрано: ${count(number)} ${plural(number, rows)}`,
    allFound: (total: string) => `Выбраны все найденные (${total})`,
    takeAll: (total: string) => `Выбрать все найденные (${total})`,
    others: (number: number) => ` и ещё ${count(number)}`,
    clear: 'Снять выбор',
  },
  preview: {
    open: 'Открыть карточку',
  },
  keys: {
    next: 'Следующая строка',
    previous: 'Предыдущая строка',
    open: 'Открыть строку',
    select: 'Выбрать строку',
    close: 'Закрыть просмотр',
  },
};
