import * as z from 'zod';
import { DEBUG_SETTINGS } from '#domain/settings/debug-settings.ts';
import { logLevels } from '#domain/settings/log-level.ts';
import { instant, text } from '../kernel/fields.ts';
import { anyFile, pdf } from '../kernel/file.ts';
import { module, op } from '../kernel/op.ts';
import { settingFields, settingHistory } from '../kernel/setting.ts';

/** A line of the application log. By its own law it holds no personal data. */
const LogLine = z.object({
  at: instant,
  level: z.enum(logLevels),
  message: z.string(),
  /** The number under which a failed answer names itself. */
  requestId: z.string().nullable(),
  /** What else the line says, as it is written. */
  more: z.record(z.string(), z.unknown()),
});

const criteria = {
  q: text(200).optional(),
  /** This serious or more. */
  level: z.enum(logLevels).optional(),
};
/** Until where the log has been read. */
const place = z
  .string()
  .max(36)
  .regex(/^\d{1,20}-\d{1,15}$/, 'Неверное место журнала');
const Lines = z.object({ items: z.array(LogLine), place });
const values = settingFields(DEBUG_SETTINGS);
/** The debug settings of this node, and who changed what. */
const Settings = z.object({ values: z.object(values), history: settingHistory(values) });
const readers = { operator: ['all', 'administrator', 'observer'] } as const;
/** Who sees the debug settings, and changes them. */
const changers = { operator: ['all', 'administrator'] } as const;

export const debug = module('debug', 'Журнал приложения', {
  log: op('GET /internal/debug/log', {
    about: 'Журнал приложения: последние строки',
    access: readers,
    query: z.strictObject(criteria),
    /** The newest first. */
    out: Lines,
  }),
  logTail: op('GET /internal/debug/log/tail', {
    about: 'Журнал приложения: что появилось с тех пор',
    access: readers,
    query: z.strictObject({ ...criteria, place: place.optional() }),
    out: Lines,
  }),
  logDownload: op('GET /internal/debug/log/download', {
    about: 'Скачать журнал приложения',
    access: readers,
    file: anyFile,
  }),
  previewDocument: op('GET /internal/debug/loans/{id}/generate-preview/{templateId}', {
    about: 'Предпросмотр документа урегулирования по форме',
    access: { operator: ['all', 'administrator', 'manager'] },
    on: { id: 'settlement', templateId: 'agreementTemplate' },
    file: pdf,
    errors: ['document.absent'],
  }),
  settings: op('GET /internal/debug/settings', {
    about: 'Настройки отладки',
    access: changers,
    out: Settings,
  }),
  setSettings: op('POST /internal/debug/settings', {
    about: 'Изменить настройки отладки',
    access: changers,
    vouched: true,
    /** Only what is turned; the rest stays as it is. */
    body: z.strictObject(values).partial(),
    out: Settings,
  }),
});
