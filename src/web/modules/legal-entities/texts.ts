/** The words of the companies' pages. */
export const texts = {
  title: 'Юрлица',
  searchHint: 'Наименование, ИНН или ОГРН',
  columns: {
    name: 'Наименование',
    inn: 'ИНН',
    ogrn: 'ОГРН',
    status: 'Статус',
    employees: 'Сотрудников',
    createdAt: 'Создано',
  },
  empty: 'Компаний пока нет: они появляются здесь после регистрации.',
};
