import type { ReactNode } from 'react';
import { type EntryStatus, registryEntryMachine } from '#domain/registries/registry-entry.ts';
import { contractKinds } from '#domain/registries/registry-lists.ts';
import { fullName } from '#domain/values/person-name.ts';
import { formatPhone } from '#domain/values/phone.ts';
import { wordsColumn } from '#web/kit/list/table/cells.tsx';
import { idColumn } from '#web/kit/list/table/verified.tsx';
import { StatusTag, Tag } from '#web/ui/display/tag.tsx';
import { dash, formatDayOf, formatInstantDay } from '#web/ui/format.ts';
import type { Column } from '#web/ui/table/table-types.ts';
import { entryTexts } from './entry-texts.ts';

const { columns: titles } = entryTexts;

/** What an entry of either kind tells in a list. */
interface Entry {
  id: number;
  lastName: string;
  firstName: string;
  middleName: string | null;
  debtorInn: string;
  phone: string;
  contractNumber: string | null;
  contractKind: string | null;
  overdueFrom: string | null;
  registryNumber: number;
  createdAt: string;
}

/** The columns that entries of both kinds have, by their keys. */
export const entryColumns = {
  name: { key: 'name', title: titles.name, cell: (row) => fullName(row) },
  contractNumber: wordsColumn('contractNumber', titles.contractNumber),
  registryNumber: {
    key: 'registryNumber',
    title: titles.registryNumber,
    wide: true,
    cell: (row) => entryTexts.registry(row.registryNumber),
  },
  debtorInn: wordsColumn('debtorInn', titles.debtorInn, { wide: true }),
  phone: { key: 'phone', title: titles.phone, wide: true, cell: (row) => formatPhone(row.phone) },
  contractKind: {
    key: 'contractKind',
    title: titles.contractKind,
    extra: true,
    cell: (row) => contractKinds.find(({ code }) => code === row.contractKind)?.label ?? dash,
  },
  overdueFrom: {
    key: 'overdueFrom',
    title: titles.overdueFrom,
    extra: true,
    cell: (row) => formatDayOf(row.overdueFrom),
  },
  createdAt: {
    key: 'createdAt',
    title: titles.createdAt,
    extra: true,
    cell: (row) => formatInstantDay(row.createdAt),
  },
  id: idColumn(titles.id),
} as const satisfies Readonly<Record<string, Column<Entry>>>;

/** How it stands with an entry; one that was withdrawn has no status any more. @param children what else is told of it */
export function EntryStatusCell({
  row: { status, withdrawnAt },
  children,
}: {
  row: { status: EntryStatus; withdrawnAt: string | null };
  children?: ReactNode;
}) {
  if (withdrawnAt) return <Tag tone="neutral">{entryTexts.withdrawn}</Tag>;
  return (
    <>
      <StatusTag of={registryEntryMachine} status={status} />
      {children}
    </>
  );
}
