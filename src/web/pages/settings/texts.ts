/** The words of the settings of the platform. */
export const texts = {
  about: 'Действуют на всей площадке сразу после сохранения. Каждое изменение записано в журнал аудита.',
  save: 'Сохранить',
  operating: {
    title: 'Кто ведёт площадку',
    about:
      'Эти сведения стоят внизу страниц, в согласиях, правилах подписи, соглашениях и квитанциях. Менять их предлагает один, утверждает другой.',
    change: (label: string) => `Изменить: ${label}`,
    propose: 'Предложить',
    statuses: { pending: 'Ждёт решения', approved: 'Утверждено', rejected: 'Отклонено', expired: 'Снято без решения' },
    by: (maker: string, decidedBy: string | null) =>
      `, предложил(а) ${maker}${decidedBy === null ? '' : `, решил(а) ${decidedBy}`}`,
  },
};
