import { button, defineLetter } from '#server/platform/jobs/letters.ts';

/** What a letter tells of a sub-job. */
interface Figure {
  title: string;
  /** How many of what. */
  done: string;
  before: number | null;
  failed: number;
  isJump: boolean;
}

const lineOf = ({ title, done, before, failed, isJump }: Figure): string =>
  [
    `${title}: ${done}`,
    before !== null && `днём раньше ${before}`,
    failed > 0 && `с ошибкой ${failed}`,
    isJump && 'заметно иначе, чем днём раньше',
  ]
    .filter(Boolean)
    .join(', ');

/** The letters of the close of a day. */
export const closeLetters = {
  dayClosed: defineLetter<{
    day: string;
    isOverridden: boolean;
    seal: string;
    errorCount: number;
    figures: Figure[];
    link: string;
  }>({
    subject: ({ day, isOverridden, errorCount }) =>
      `День ${day} запечатан${isOverridden ? ' вопреки отказу' : ''}${errorCount > 0 ? `, разобрать: ${errorCount}` : ''}`,
    text: ({ day, isOverridden, seal, errorCount, figures, link }) =>
      `Здравствуйте!\n\nДень ${day} закрыт и запечатан${isOverridden ? ' вопреки отказу: причина записана под печатью' : ''}. ${errorCount > 0 ? `Ждут разбора ошибки: ${errorCount}.` : 'Разбирать нечего.'}\n\n${figures.map(lineOf).join('\n')}\n\nПечать: ${seal}\n\n${button('Открыть закрытие дня', link)}\n\nОтказаться от таких писем можно на той же странице.`,
  }),
};
