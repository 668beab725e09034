import { type LogLevel, logLevels } from './log-level.ts';

/** What an administrator turns on a running node to see more of it; it lasts until the node starts again. */
export const DEBUG_SETTINGS = {
  logLevel: { label: 'Писать в журнал, начиная с', choices: logLevels, usual: 'info' },
  slowMs: { label: 'Считать запрос медленным от, мс', min: 0, max: 60_000, usual: 0 },
} as const;

export interface DebugValues {
  logLevel: LogLevel;
  /** Requests that take as long are told of in the log; 0 tells of none. */
  slowMs: number;
}

export const usualDebugValues = (): DebugValues => ({
  logLevel: DEBUG_SETTINGS.logLevel.usual,
  slowMs: DEBUG_SETTINGS.slowMs.usual,
});
