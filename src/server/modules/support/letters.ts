import { defineLetter } from '#server/platform/jobs/letters.ts';

/** The letters to those who answer questions. */
export const supportLetters = {
  question: defineLetter<{ name: string; email: string; lines: string[] }>({
    subject: () => 'Вопрос с сайта',
    // The lines are parts of one paragraph: what somebody writes is by itself between our words.
    text: ({ name, email, lines }) =>
      `Вопрос с главной страницы. Ответьте на почту ${email}.\n\nПишет: ${name}\n\n${lines.filter((line) => line !== '').join('\n')}`,
  }),
};
