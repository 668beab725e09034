import { defineLetter } from '#server/platform/jobs/letters.ts';

/** The letters of payment details. */
export const paymentDetailLetters = {
  changeCode: defineLetter<{ code: string; number?: string }>({
    subject: () => 'Код для изменения реквизитов',
    text: ({ code, number }) =>
      `Здравствуйте!\n\nКод, чтобы изменить реквизиты: ${code}\n\n${number === undefined ? '' : `Код — для реквизитов ${number}: к другим он не подойдёт. `}Он действует 10 минут и один раз. Никому не сообщайте код. Если вы не меняете реквизиты, смените пароль: кто-то вошёл под вашей учётной записью.`,
  }),
};
