/** The words of the page of operators. */
export const texts = {
  title: 'Операторы',
  searchHint: 'ФИО или почта',
  columns: {
    name: 'ФИО',
    email: 'Почта',
    role: 'Роль',
    active: 'Доступ',
    secondFactor: 'Второй фактор',
    lastLoginAt: 'Последний вход',
  },
  active: 'Работает',
  inactive: 'Отключён',
  on: 'Включён',
  off: 'Выключен',
  never: 'ещё не входил',
  empty: 'Операторов пока нет.',
  invite: {
    action: 'Пригласить',
    title: 'Пригласить оператора',
    hint: 'Он получит письмо со ссылкой, назовёт себя и задаст пароль. Роль действует сразу.',
  },
  card: {
    change: 'Изменить',
    lastName: 'Фамилия',
    firstName: 'Имя',
    middleName: 'Отчество',
    dismiss: 'Уволить',
    dismissAsk: (name: string) => `Уволить: ${name}? Его сеансы закончатся, войти он больше не сможет.`,
    dismissed: 'Оператор уволен',
  },
};
