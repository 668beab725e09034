import type { Logger } from 'pino';
import type { App } from '../app.ts';
import { describeError } from '../log/log.ts';

/** Work that comes back with the clock. */
export interface Interval {
  /** Waits for the look that goes on; none begins after it. */
  stop(): Promise<void>;
}

/**
 * Does a piece of work again and again until it is stopped. A look that lasts longer than the interval is not
 * overtaken by the next one, and one that fails is told in the log and tried again.
 * @param name what the log calls the work
 * @param atOnce the first look does not wait for the interval
 */
export function startInterval(
  intervalMs: number,
  log: Logger,
  name: string,
  work: () => Promise<unknown>,
  { atOnce = false }: { atOnce?: boolean } = {},
): Interval {
  let going: Promise<void> | undefined;
  const look = async (): Promise<void> => {
    try {
      await work();
    } catch (error) {
      log.warn({ error: describeError(error) }, name);
    }
    going = undefined;
  };
  const begin = (): void => {
    going ??= look();
  };
  const timer = setInterval(begin, intervalMs);
  if (atOnce) begin();
  return {
    async stop() {
      clearInterval(timer);
      await going;
    },
  };
}

const hourMs = 60 * 60_000;

/** Work that a node does once it has started and every hour from then on. */
export const hourly =
  (name: string, work: (app: App) => Promise<unknown>) =>
  (app: App): Interval =>
    startInterval(hourMs, app.log, name, () => work(app), { atOnce: true });
