import { defineLetter } from '#server/platform/jobs/letters.ts';

export const oneTimeCodeLetters = {
  oneTimeCode: defineLetter<{ code: string; purpose: string }>({
    subject: () => 'Код подтверждения',
    text: ({ code, purpose }) =>
      `Здравствуйте!\n\nКод, чтобы ${purpose}: ${code}. Он действует 10 минут и только один раз. Никому его не сообщайте, сотрудники сервиса его не спрашивают.\n\nЕсли вы не просили об этом, просто не отвечайте на письмо: ничего не изменится.`,
  }),
};
