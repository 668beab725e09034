import { formatBytes } from '#domain/values/bytes.ts';

/** The words of the tray of background tasks. */
export const tasksTexts = {
  title: 'Фоновые задачи',
  tray: (running: number) => (running > 0 ? `Фоновые задачи: выполняется ${running}` : 'Фоновые задачи'),
  waiting: 'Ждёт очереди',
  running: (bytes: number) => `Готовим файл: ${formatBytes(bytes)}`,
  done: (bytes: number, until: string) => `Готово, ${formatBytes(bytes)}. Хранится до ${until}`,
  save: 'Скачать',
  saveOf: (title: string) => `Скачать: ${title}`,
  cancel: 'Отменить',
  remove: 'Убрать',
};
