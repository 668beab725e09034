import { LOG_LEVELS } from './log-level.ts';
import type { Settings, ValuesOf } from './setting.ts';

/** What an administrator turns on a running node to see more of it; it lasts until the node starts again. */
export const DEBUG_SETTINGS = {
  logLevel: {
    label: 'Писать в журнал, начиная с',
    help: 'Что менее важно, в журнал не попадает.',
    kind: 'choice',
    choices: LOG_LEVELS,
    defaultValue: 'info',
  },
  slowMs: {
    label: 'Считать запрос медленным от',
    help: 'О запросах, которые длятся столько или дольше, говорит журнал; 0 — ни об одном.',
    kind: 'milliseconds',
    min: 0,
    max: 60_000,
    defaultValue: 0,
  },
} as const satisfies Settings;

export type DebugValues = ValuesOf<typeof DEBUG_SETTINGS>;
