/** The words of the page of decisions that two persons take. */
export const texts = {
  title: 'Решения вдвоём',
  searchHint: 'Кто предложил, о ком или о чём, причина',
  columns: {
    title: 'Что предложено',
    object: 'О ком или о чём',
    reason: 'Причина',
    maker: 'Предложил',
    status: 'Состояние',
    createdAt: 'Предложено',
    expiresAt: 'Решить до',
    decidedBy: 'Решил',
    decisionReason: 'Причина решения',
  },
  statuses: { pending: 'Ждёт решения', approved: 'Утверждено', rejected: 'Отклонено', expired: 'Снято без решения' },
  empty: 'Ничего не ждёт второго человека. Здесь появится то, что один человек предложил, а решает другой.',
  openObject: 'Открыть карточку',
  yourReason: 'Причина вашего решения',
  approve: 'Утвердить',
  reject: 'Отклонить',
  notYours: (roles: readonly string[]) =>
    `Решает другой человек, не тот, кто предложил: ${roles.join(' или ').toLowerCase()}.`,
  approved: 'Решение утверждено',
  rejected: 'Решение отклонено',
};
