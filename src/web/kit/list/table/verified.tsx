import type { Operation } from '#contract/kernel/op.ts';
import { type VerificationStatus, verificationMachine } from '#domain/parties/verification.ts';
import { StatusTag } from '#web/ui/display/tag.tsx';
import { dash, formatInstantDay, formatWaiting } from '#web/ui/format.ts';
import type { Column } from '#web/ui/table/table-types.ts';
import { choicesOf, type FilterWords, type StatusTabs } from '../definition.ts';
import { texts } from '../texts.ts';

/** What lists of those who are verified have in common. */
interface Verified {
  verificationStatus: VerificationStatus;
  pendingSince: string | null;
  createdAt: string;
}

type Titles = Record<'status' | 'pendingSince' | 'createdAt', string>;

/** The columns with the state of the verification, and since when one is here. */
export const verifiedColumns = (titles: Titles): Record<'status' | 'pendingSince' | 'createdAt', Column<Verified>> => ({
  status: {
    key: 'status',
    title: titles.status,
    exports: ['verificationStatus'],
    cell: (row) => <StatusTag of={verificationMachine} status={row.verificationStatus} />,
  },
  pendingSince: {
    key: 'pendingSince',
    title: titles.pendingSince,
    sortable: true,
    cell: (row) => (row.pendingSince ? formatWaiting(row.pendingSince) : dash),
  },
  createdAt: {
    key: 'createdAt',
    title: titles.createdAt,
    sortable: true,
    cell: (row) => formatInstantDay(row.createdAt),
  },
});

/** The column of numbers, for whoever asks for it. */
export const idColumn = (title: string): Column<{ id: number }> => ({
  key: 'id',
  title,
  numeric: true,
  extra: true,
  cell: (row) => row.id,
});

/** The statuses as tabs; the one that waits is a queue. */
export const verifiedTabs = (counts: Operation): StatusTabs => ({
  filter: 'verificationStatus',
  choices: choicesOf(verificationMachine),
  counts,
  empty: { pending: texts.nobodyWaits },
  // Who has waited longest is served first.
  sorts: { pending: { pendingSince: 1 } },
});

/** The filters by status and by the day of coming. */
export const verifiedFilters = (
  { status }: Titles,
  days: Record<'createdFrom' | 'createdTo', string>,
): Record<string, FilterWords> => ({
  verificationStatus: { label: status, values: choicesOf(verificationMachine) },
  createdFrom: { label: days.createdFrom },
  createdTo: { label: days.createdTo },
});
