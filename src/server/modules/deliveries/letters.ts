import { button, defineLetter } from '#server/platform/jobs/letters.ts';

/** The common letter about news: it names nobody and no sum, for a letter may come into wrong hands. */
export const deliveryLetters = {
  newsInCabinet: defineLetter<{ words: string[]; link: string }>({
    subject: ({ words }) => (words.length === 1 ? words[0]! : 'Новое в кабинете «Уговора»'),
    text: ({ words, link }) =>
      `Здравствуйте!\n\n${words.map((one) => `${one}.`).join('\n')}\n\n${button('Открыть уведомления', link)}\n\nО чём и куда сообщать, вы выбираете там же: «О чём и куда сообщать».`,
  }),
};
