import type { OfferKind } from '#domain/negotiation/terms-offer.ts';
import { LIMITATION_WARNING } from '#domain/registries/limitation.ts';
import { button, defineLetter } from '#server/platform/jobs/letters.ts';

/** What lies there to be answered when a code is sent. */
const LYING: Readonly<Record<OfferKind, string>> = {
  terms: 'предложение условий',
  addendum: 'новый график платежей',
  annulment: 'отказ от соглашения',
};

/** What a code fits, in the words of a letter. */
const fits = (lies: OfferKind | undefined): string =>
  lies === undefined
    ? 'Код — для вашего предложения, каким вы его прочитали: если его изменить или раньше придёт предложение другой стороны, он не подойдёт.'
    : `Сейчас на подписи ${LYING[lies]}. Код — для того документа, который вы прочитали, когда его запросили: если на подписи окажется другой документ, он не подойдёт.`;

/** The letters of settlements. */
export const settlementLetters = {
  signingCode: defineLetter<{ number: string; code: string; warns?: boolean; lies?: OfferKind }>({
    subject: ({ number }) => `Код подписи по ${number}`,
    text: ({ number, code, warns = false, lies }) =>
      `Здравствуйте!\n\nКод подписи условий урегулирования ${number}: ${code}\n\n${fits(lies)} Он действует 10 минут и один раз. Введя его, вы подписываете документ простой электронной подписью. Никому не сообщайте код. Если вы ничего не подписываете, не отвечайте на письмо: без кода ничего не произойдёт.${warns ? `\n\n${LIMITATION_WARNING.join(' ')}` : ''}`,
  }),
  pauseNews: defineLetter<{ number: string; link: string }>({
    // An illness or a lost job is told behind the link alone.
    subject: ({ number }) => `Просьба или ответ по ${number}`,
    text: ({ number, link }) =>
      `Здравствуйте!\n\nПо урегулированию ${number} есть новое: просьба, ответ на неё или её отзыв. О чём она и нужно ли что-то сделать, написано в кабинете.\n\n${button('Открыть урегулирование', link)}`,
  }),
  lifeEvent: defineLetter<{ number: string; link: string }>({
    // What has happened is told behind the link alone: a letter may come into wrong hands.
    subject: ({ number }) => `Изменилось, что идёт и что остановлено по ${number}`,
    text: ({ number, link }) =>
      `Здравствуйте!\n\nПлощадка учла обстоятельство, от которого по урегулированию ${number} зависят начисления, платежи и сроки. Что остановлено, что продолжается и по какому закону, написано в кабинете.\n\n${button('Открыть урегулирование', link)}`,
  }),
};
