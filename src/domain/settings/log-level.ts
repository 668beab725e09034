/** How serious a line of the application log is, the least first. */
export const LOG_LEVELS = {
  debug: 'Отладка',
  info: 'Сообщение',
  warn: 'Предупреждение',
  error: 'Ошибка',
  fatal: 'Сбой',
} as const;
export type LogLevel = keyof typeof LOG_LEVELS;

export const logLevels = Object.keys(LOG_LEVELS) as LogLevel[];
