/** What may be wrong with a row of a registry, and how that is told. */

/** Every code of a problem (docs/domain.md §14) with its name on screens. */
export const problemCodes = {
  REQ: 'Не заполнено',
  FORMAT: 'Не тот вид значения',
  RANGE: 'Вне пределов',
  INN_CHECK: 'ИНН с ошибкой',
  DATE_ORDER: 'Порядок дат',
  SUM_MISMATCH: 'Сумма не сходится',
  DICT: 'Нет в списке',
  AGE: 'Возраст',
  DUP_FILE: 'Повтор в файле',
  DUP_DB: 'Уже загружено',
  IN_DEAL: 'Долг в урегулировании',
  DISOWNED: 'Заёмщик назвал долг не своим',
  ABOVE_RESTORED: 'Больше, чем осталось по соглашению',
  LIMIT_CAP: 'Выше предела закона',
  STALE: 'Устаревшие данные',
  LIMITATION: 'Срок давности',
  LOOKALIKE: 'Латинские буквы',
  TEMPLATE_OLD: 'Старый шаблон',
} as const;
export type ProblemCode = keyof typeof problemCodes;

/** An error keeps the row out; a warning lets it in and is shown. */
export const severities = { error: 'Ошибка', warning: 'Предупреждение' } as const;
export type Severity = keyof typeof severities;

/** Codes of warnings about what a row says; all others are about how a cell says it. */
const ofMeaning: ReadonlySet<ProblemCode> = new Set<ProblemCode>(['REQ', 'LIMIT_CAP', 'STALE', 'LIMITATION']);

/** Whether the values of a row say all that its cells did: nothing is wrong with it, or only what it means. */
export const saysItAll = (problems: readonly Problem[]): boolean =>
  problems.every(({ severity, code }) => severity === 'warning' && ofMeaning.has(code));

/** One problem of a row. The message names no value; `masked` shows what was in the cell as far as anybody may see it. */
export interface Problem {
  /** The code of the column; null when the row as a whole is meant. */
  readonly column: string | null;
  readonly code: ProblemCode;
  readonly severity: Severity;
  /** A Russian sentence for the person who loads the file. */
  readonly message: string;
  readonly masked: string | null;
}
