import { taxNote } from '#domain/money/tax-note.ts';
import type { Rates } from '#domain/rates/rates.ts';
import type { ScheduleRow } from '#domain/settlements/schedule.ts';
import type { Kopecks } from '#domain/values/money.ts';
import type { ShownTax } from './tax-details.tsx';

/** The note about the tax on what a plan forgives: of the year in which its last payment is due. */
export function taxNoteOf(rows: readonly ScheduleRow[], forgiven: Kopecks, rates: Rates): ShownTax | null {
  const last = rows.at(-1);
  const note = last ? taxNote(forgiven, last.dueDate, rates) : null;
  return note && { short: note.short, sentences: [...note.sentences, ...note.cases] };
}
