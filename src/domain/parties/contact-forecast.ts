import type { ContactAnswer, ContactReason } from './contact-law.ts';

/** Those of many debtors whom the same keeps from being written to, now or at all. */
interface ForecastGroup {
  readonly reason: ContactReason;
  readonly count: number;
}

/** What would become of letters to many at once: how many go now, how many wait, how many never go, and why. */
export interface ContactForecast {
  readonly now: number;
  readonly later: ForecastGroup[];
  readonly never: ForecastGroup[];
  /** The day and hour at which the last of those that wait may go; null where none waits. */
  readonly lastAt: Date | null;
}

/** Puts together what the law says of each, the most frequent reason first. */
export function forecastOf(answers: readonly ContactAnswer[]): ContactForecast {
  const waiting = answers.filter(({ allowed, nextAt }) => !allowed && nextAt !== null);
  const refused = answers.filter(({ nextAt }) => nextAt === null);
  const last = Math.max(...waiting.map(({ nextAt }) => nextAt!.getTime()));
  return {
    now: answers.length - waiting.length - refused.length,
    later: groupsOf(waiting),
    never: groupsOf(refused),
    lastAt: waiting.length === 0 ? null : new Date(last),
  };
}

function groupsOf(answers: readonly ContactAnswer[]): ForecastGroup[] {
  const counts = new Map<ContactReason, number>();
  for (const { reason } of answers) if (reason !== null) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts]
    .map(([reason, count]) => ({ reason, count }))
    .toSorted((one, other) => other.count - one.count || one.reason.localeCompare(other.reason));
}
