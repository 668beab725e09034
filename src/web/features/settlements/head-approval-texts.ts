import { formatMoneyOf } from '#web/ui/format.ts';

/** The words of what a manager asks his head. */
export const headApprovalTexts = {
  title: 'Ждёт решения руководителя',
  asks: {
    accept: (sum: string) => `Принять всего ${sum} ниже условий компании`,
    offer: (sum: string) => `Предложить всего ${sum} ниже условий компании`,
    reschedule: (sum: string) => `Предложить новый график, всего ${sum}, вне правил компании`,
  },
  maker: (name: string, when: string) => `Просит ${name}, ${when}`,
  outcomes: {
    pending: (until: string) => `Решить до ${until}`,
    approved: (name: string) => `Руководитель согласен: ${name}`,
    rejected: (name: string) => `Руководитель отказал: ${name}`,
    expired: 'Вопрос снят: условия изменились или срок вышел',
  },
  penalty: (rule: string) => `Неустойка за просрочку: ${rule}`,
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

/** «Принять всего 30 000,00 ₽ ниже условий компании»: all that is paid, by the rows themselves where no cost was kept. */
export const headApprovalTitle = ({
  asks,
  rows,
  cost,
}: {
  asks: keyof typeof headApprovalTexts.asks;
  rows: readonly { amount: number }[];
  cost: { price: { total: number } } | null;
}): string =>
  headApprovalTexts.asks[asks](formatMoneyOf(cost?.price.total ?? rows.reduce((all, { amount }) => all + amount, 0)));
