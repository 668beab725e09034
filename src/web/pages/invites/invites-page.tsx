import { UserPlus } from 'lucide-react';
import { auth } from '#contract/access/auth.ts';
import { employees } from '#contract/access/employees.ts';
import type { Result } from '#contract/kernel/op.ts';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import type { ListDefinition } from '#web/kit/list/definition.ts';
import { withRows } from '#web/kit/list/page.tsx';
import { ListScreen } from '#web/kit/list/screen.tsx';
import { momentsColumn, tagsColumn, wordsColumn } from '#web/kit/list/table/cells.tsx';
import { useListedCompany } from '#web/kit/parts/company-choice.tsx';
import { inviteTexts } from '#web/kit/parts/texts.ts';
import { accessTo } from '#web/kit/session/access.ts';
import { useMe } from '#web/kit/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { openDialog } from '#web/ui/overlays/open-dialog.ts';
import type { Column } from '#web/ui/table/table-types.ts';
import { InvitePreview } from './invite-preview.tsx';
import { texts } from './texts.ts';

const InviteDialog = lazyPart(
  () => import('#web/kit/parts/invite-dialog.tsx'),
  (module) => module.InviteDialog,
);

type Row = Result<typeof auth.registrationTokens>['items'][number];

const { columns: titles, kinds, statuses, ...t } = texts;

const columns: readonly Column<Row>[] = [
  wordsColumn('email', titles.email),
  tagsColumn('kind', titles.kind, kinds),
  wordsColumn('company', titles.company),
  wordsColumn('role', titles.role),
  tagsColumn('status', titles.status, statuses, { pending: 'warning', used: 'success' }),
  momentsColumn('createdAt', titles.createdAt, { sortable: true }),
  momentsColumn('expiresAt', titles.expiresAt, { sortable: true }),
];

const invitesList: ListDefinition<typeof auth.registrationTokens> = {
  screen: 'invites',
  title: t.title,
  operation: auth.registrationTokens,
  columns,
  nameOf: (row) => row.email,
  status: { filter: 'status', choices: statuses, counts: auth.registrationTokenCounts },
  searchHint: t.searchHint,
  preview: (id, row) => row && <InvitePreview key={id} row={row} columns={columns} />,
  filters: {
    kind: { label: titles.kind, values: kinds },
    status: { label: titles.status, values: statuses },
  },
  empty: t.empty,
};

/** Who has been invited or has begun to register, and what has come of it. */
function InvitesPage() {
  const mayInvite = accessTo(employees.invite, useMe()) !== 'no';
  return <ListScreen list={{ ...invitesList, actions: mayInvite && <Invite /> }} />;
}

function Invite() {
  const me = useMe();
  const company = useListedCompany();
  const mayChoose = me?.kind === 'operator' || (me?.legalEntities.length ?? 0) > 1;
  return (
    <Button
      variant="primary"
      onClick={() =>
        openDialog((close) => <InviteDialog legalEntityId={company} mayChoose={mayChoose} onClose={close} />)
      }
    >
      <UserPlus size={16} aria-hidden="true" />
      {inviteTexts.action}
    </Button>
  );
}

export default withRows(InvitesPage, invitesList);
