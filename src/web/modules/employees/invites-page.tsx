import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { auth } from '#contract/auth.ts';
import { employees } from '#contract/employees.ts';
import type { Result } from '#contract/kernel/op.ts';
import type { Tone } from '#domain/machine.ts';
import type { ListDefinition } from '#web/app/list/definition.ts';
import { ListScreen } from '#web/app/list/screen.tsx';
import { verdict } from '#web/app/session/access.ts';
import { useMe } from '#web/app/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { absent, formatInstant } from '#web/ui/format.ts';
import type { Column } from '#web/ui/table-types.ts';
import { Tag } from '#web/ui/tag.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { texts } from './texts.ts';

type Row = Result<typeof auth.registrationTokens>['items'][number];

const { columns: titles, kinds, statuses, ...t } = texts.invites;
const tones: Record<string, Tone> = { pending: 'warning', used: 'success' };
const named = (names: Record<string, string>, value: string): string => names[value] ?? value;

const columns: readonly Column<Row>[] = [
  { key: 'email', title: titles.email, cell: (row) => row.email },
  { key: 'kind', title: titles.kind, cell: (row) => named(kinds, row.kind) },
  { key: 'company', title: titles.company, cell: (row) => row.company ?? absent },
  {
    key: 'status',
    title: titles.status,
    cell: ({ status }) => <Tag tone={tones[status] ?? 'neutral'}>{named(statuses, status)}</Tag>,
  },
  { key: 'createdAt', title: titles.createdAt, sortable: true, cell: (row) => formatInstant(row.createdAt) },
  { key: 'expiresAt', title: titles.expiresAt, sortable: true, cell: (row) => formatInstant(row.expiresAt) },
];

const invitesList: ListDefinition<typeof auth.registrationTokens> = {
  screen: 'invites',
  title: t.title,
  operation: auth.registrationTokens,
  columns,
  nameOf: (row) => row.email,
  status: { filter: 'status', choices: statuses },
  filters: {
    kind: { label: titles.kind, values: kinds },
    status: { label: titles.status, values: statuses },
  },
  empty: t.empty,
};

/** Who has been invited or has begun to register, and what has come of it. */
export default function InvitesPage() {
  const mayInvite = verdict(employees.invite, useMe()) !== 'no';
  return <ListScreen list={{ ...invitesList, actions: mayInvite && <Invite /> }} />;
}

function Invite() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look="primary" onClick={() => setOpen(true)}>
        <UserPlus size={16} aria-hidden="true" />
        {t.action}
      </Button>
      {isOpen && <InviteDialog onClose={() => setOpen(false)} />}
    </>
  );
}
