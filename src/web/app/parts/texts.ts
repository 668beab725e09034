/** The words of the choice of a company. */
export const companyTexts = { label: 'Компания', hint: 'Начните вводить наименование или ИНН' };

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
