/** The words of the choice of a company. */
export const companyTexts = {
  label: 'Компания',
  hint: 'Начните вводить наименование или ИНН',
  notFound: 'Выберите компанию из списка под полем',
};

/** The words of the invitation of an employee. */
export const inviteTexts = {
  action: 'Пригласить',
  header: 'Пригласить сотрудника',
  email: 'Почта',
  role: 'Роль',
  choose: 'Выберите',
  position: 'Должность',
  submit: 'Отправить приглашение',
  sent: 'Приглашение отправлено',
  sentDetail: (email: string) => `Письмо со ссылкой ушло на ${email}`,
};

/** The words of files that are fetched. */
export const downloadTexts = { failed: 'Файл не скачан' };

/** The words of what is shown only for a reason. */
export const revealTexts = {
  action: 'Показать',
  title: 'Показать скрытые данные',
  reason: 'Причина',
  hint: 'Не меньше 5 знаков',
};

/** The words of what is chosen from a dictionary. */
export const assignTexts = { none: 'Не указано' };
