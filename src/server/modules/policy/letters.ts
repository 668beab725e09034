import { defineLetter } from '#server/platform/jobs/letters.ts';

/** The letters of conditions. */
export const policyLetters = {
  publishingCode: defineLetter<{ name: string; code: string }>({
    subject: () => 'Код для публикации условий',
    text: ({ name, code }) =>
      `Здравствуйте!\n\nКод для публикации условий, по которым ${name} договаривается с заёмщиками: ${code}\n\nОн действует 10 минут и один раз. Введя его, вы подписываете условия простой электронной подписью: по ним предложения заёмщиков будут приниматься от имени компании без участия человека. Никому не сообщайте код.`,
  }),
};
