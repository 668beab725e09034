import * as z from 'zod';
import { self } from '../kernel/access.ts';
import { filledText, instant, text } from '../kernel/fields.ts';
import { anyFile } from '../kernel/file.ts';
import { module, op } from '../kernel/op.ts';

/** Work that goes on without its page: for whom, how far it is, and what has come of it. */
const BackgroundTask = z.object({
  id: z.int(),
  /** What is being made, in words. */
  title: z.string(),
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  /** Bytes of the file that are there. */
  bytes: z.int(),
  /** Why it has failed. */
  message: z.string().nullable(),
  createdAt: instant,
  finishedAt: instant.nullable(),
  /** Until when the file is kept. */
  expiresAt: instant,
});

export const backgroundTasks = module('background-tasks', 'Фоновые задачи', {
  list: op('GET /api/background-tasks', {
    about: 'Мои фоновые задачи',
    access: self,
    lists: ['backgroundTask'],
    out: z.object({ items: z.array(BackgroundTask) }),
  }),
  startExport: op('POST /api/background-tasks/exports', {
    about: 'Начать выгрузку в фоне',
    access: self,
    body: z.strictObject({
      /** The code of the operation that answers the file. */
      operation: filledText(100),
      /** The query string that it would be asked with. */
      query: text(20_000),
    }),
    out: BackgroundTask,
    status: 202,
    errors: ['rate.limited'],
  }),
  file: op('GET /api/background-tasks/{id}/file', {
    about: 'Скачать файл фоновой задачи',
    access: self,
    on: { id: 'backgroundTask' },
    file: anyFile,
    errors: ['move.illegal'],
  }),
  remove: op('DELETE /api/background-tasks/{id}', {
    about: 'Убрать фоновую задачу',
    access: self,
    on: { id: 'backgroundTask' },
  }),
});
