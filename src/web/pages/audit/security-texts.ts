/** The words of the list of security events. */
export const texts = {
  title: 'События безопасности',
  searchHint: 'Логин целиком: почта или телефон',
  columns: {
    at: 'Когда',
    kind: 'Что',
    times: 'Сколько раз',
    network: 'Сеть',
    who: 'Кто',
    login: 'Метка логина',
    about: 'Операция',
    operation: 'Код операции',
    accountId: 'Учётная запись',
  },
  filters: {
    kind: 'Что',
    network: 'Сеть',
    accountId: 'Номер учётной записи',
    operation: 'Код операции',
    from: 'С',
    to: 'По',
  },
  stranger: 'Не вошёл',
  manyNetworks: 'Разные',
  empty: 'За это время никто не пытался обойти правила.',
};
