import { expect } from 'vitest';
import type { Database } from '#server/platform/database/db.ts';
import { ask } from './sites.ts';

/** What a blow fell into; `idle` is none of the others: short writes at most. */
export type Phase = 'import' | 'stop' | 'payment' | 'refund' | 'acceptance' | 'idle';

/** Of so many blows none of the phases that a trial is about is missed by chance. */
const many = 50;

/** Counts into which phase each blow of a trial fell: one whose blows all fall beside what it is about would prove nothing. */
export class Blows {
  readonly #fell = new Map<Phase, number>();

  fell(phase: Phase): void {
    this.#fell.set(phase, (this.#fell.get(phase) ?? 0) + 1);
  }

  /** Prints how many fell into which phase. Where they were many, each that the trial is about has been hit. */
  tell(trial: string, about: readonly Phase[]): void {
    const told = [...this.#fell].map(([phase, count]) => `${phase} ${count}`).join(', ');
    console.log(`${trial}: ${told}`);
    const all = [...this.#fell.values()].reduce((sum, count) => sum + count, 0);
    if (all < many) return;
    expect(
      about.filter((phase) => !this.#fell.has(phase)),
      `never hit by ${all} blows: ${told}`,
    ).toEqual([]);
  }
}

/** Whether the server is reading or loading a registry at this moment. */
export async function isImporting(database: Database): Promise<boolean> {
  const open = `select from registries where status in ('uploaded', 'validating') or load_requested_at is not null`;
  return (await ask(database, open)).rows.length > 0;
}
