import type * as z from 'zod';
import type { AttachedPaper } from '#contract/registries/entry-parts.ts';

type Shown = z.input<typeof AttachedPaper>;

/** What is read of a paper of a claim: `o` is its owned file, `f` the stored one. */
export const paperColumns = [
  'o.id',
  'o.createdAt as attachedAt',
  'f.key',
  'f.name',
  'f.size',
  'f.kind as type',
  'f.scan',
] as const;

export interface PaperRow {
  id: number;
  attachedAt: Date;
  key: string;
  name: string;
  size: number;
  type: string;
  scan: string;
}

/** A paper as the card of its claim shows it; null while none is attached. */
export function shownPaper(row: PaperRow | undefined): Shown | null {
  if (!row) return null;
  const { attachedAt, name, size, type, scan } = row;
  return { attachedAt, name, size, type: type as Shown['type'], scan: scan as Shown['scan'] };
}
