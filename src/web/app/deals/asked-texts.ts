import { formatMoneyOf } from '#web/ui/format.ts';

/** The words of what a manager asks his head. */
export const askedTexts = {
  title: 'Ждёт решения руководителя',
  asks: (asks: 'accept' | 'offer', sum: string) =>
    asks === 'accept' ? `Принять ${sum} ниже условий компании` : `Предложить ${sum} ниже условий компании`,
  maker: (name: string, when: string) => `Просит ${name}, ${when}`,
  outcomes: {
    pending: (until: string) => `Решить до ${until}`,
    approved: (name: string) => `Руководитель согласен: ${name}`,
    rejected: (name: string) => `Руководитель отказал: ${name}`,
    expired: 'Вопрос снят: условия изменились или срок вышел',
  },
  comment: 'Комментарий менеджеру',
  approve: 'Согласиться и подписать',
  approveTitle: 'Подпишите как руководитель',
  approved: 'Вы согласились, подпись поставлена',
  reject: 'Отказать',
  rejected: 'Менеджер узнает, что вы отказали',
  binding: {
    accept: 'Соглашение будет заключено сразу, как только вы введёте код.',
    offer: 'Предложение уйдёт заёмщику от имени компании за вашей подписью.',
  },
};

/** «Принять 30 000,00 ₽ ниже условий компании» */
export const askedTitle = ({ asks, amount }: { asks: 'accept' | 'offer'; amount: number }): string =>
  askedTexts.asks(asks, formatMoneyOf(amount));
