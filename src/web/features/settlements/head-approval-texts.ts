import { formatMoneyOf } from '#web/ui/format.ts';

/** The words of what a manager asks his head. */
export const headApprovalTexts = {
  title: 'Ждёт решения руководителя',
  asks: {
    accept: (sum: string) => `Принять условия ниже правил компании: ${sum}`,
    offer: (sum: string) => `Предложить условия ниже правил компании: ${sum}`,
    reschedule: (sum: string) => `Предложить новый график вне правил компании: ${sum}`,
  },
  /** All that is paid; of questions that kept no cost the schedule alone. */
  sums: { total: (sum: string) => `к оплате ${sum}`, rows: (sum: string) => `по графику ${sum}` },
  maker: (name: string, when: string) => `Просит ${name}, ${when}`,
  outcomes: {
    pending: (until: string) => `Решить до ${until}`,
    approved: (name: string) => `Руководитель согласен: ${name}`,
    rejected: (name: string) => `Руководитель отказал: ${name}`,
    expired: 'Вопрос снят: условия изменились или срок вышел',
  },
  penalty: (rule: string) => `Неустойка за просрочку: ${rule}`,
  shift: (right: string) => `Заёмщик может перенести платёж ${right}`,
  comment: 'Комментарий менеджеру',
  approve: 'Согласиться и подписать',
  approveTitle: 'Подпишите как руководитель',
  approved: 'Вы согласились, подпись поставлена',
  reject: 'Отказать',
  rejected: 'Менеджер узнает, что вы отказали',
  binding: {
    accept: 'Соглашение будет заключено сразу, как только вы введёте код.',
    offer: 'Предложение уйдёт заёмщику от имени компании за вашей подписью.',
    reschedule: 'Новый график уйдёт заёмщику от имени компании за вашей подписью.',
  },
};

/** «Принять условия ниже правил компании: к оплате 30 000,00 ₽» */
export const headApprovalTitle = ({
  asks,
  rows,
  cost,
}: {
  asks: keyof typeof headApprovalTexts.asks;
  rows: readonly { amount: number }[];
  cost: { price: { total: number } } | null;
}): string => {
  const { total, rows: byRows } = headApprovalTexts.sums;
  const sum = cost
    ? total(formatMoneyOf(cost.price.total))
    : byRows(formatMoneyOf(rows.reduce((all, { amount }) => all + amount, 0)));
  return headApprovalTexts.asks[asks](sum);
};
