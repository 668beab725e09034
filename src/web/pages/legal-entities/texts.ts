/** The words of the companies' pages. */
export const texts = {
  title: 'Юрлица',
  searchHint: 'Наименование, ИНН или ОГРН',
  columns: {
    name: 'Наименование',
    inn: 'ИНН',
    ogrn: 'ОГРН',
    type: 'Вид',
    status: 'Статус',
    employees: 'Сотрудников',
    pendingSince: 'Ждёт проверки',
    createdAt: 'Создано',
    id: '№',
  },
  filters: { createdFrom: 'Создано с', createdTo: 'Создано по' },
  preview: {
    fullName: 'Полное наименование',
    kpp: 'КПП',
    address: 'Юридический адрес',
    phone: 'Телефон',
    email: 'Почта',
  },
  empty: 'Компаний пока нет: они появляются здесь после регистрации.',
};
