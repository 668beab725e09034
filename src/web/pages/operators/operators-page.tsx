import { UserPlus } from 'lucide-react';
import { operators } from '#contract/access/operators.ts';
import type { Result } from '#contract/kernel/op.ts';
import { fullName } from '#domain/values/person-name.ts';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import type { ListDefinition } from '#web/kit/list/definition.ts';
import { withRows } from '#web/kit/list/page.tsx';
import { ListScreen } from '#web/kit/list/screen.tsx';
import { flagsColumn, momentsColumn, wordsColumn } from '#web/kit/list/table/cells.tsx';
import { Can } from '#web/kit/session/can.tsx';
import { Button } from '#web/ui/button.tsx';
import { openDialog } from '#web/ui/overlays/open-dialog.ts';
import type { Column } from '#web/ui/table/table-types.ts';
import { OperatorPreview } from './operator-preview.tsx';
import { texts } from './texts.ts';

type Row = Result<typeof operators.list>['items'][number];

const InviteDialog = lazyPart(
  () => import('./invite-dialog.tsx'),
  (module) => module.InviteDialog,
);

const { columns: titles } = texts;

const columns: readonly Column<Row>[] = [
  { key: 'name', title: titles.name, sortable: true, cell: (row) => fullName(row) },
  wordsColumn('email', titles.email),
  wordsColumn('role', titles.role),
  flagsColumn('active', titles.active, { yes: texts.active, no: texts.inactive }),
  flagsColumn('secondFactor', titles.secondFactor, { yes: texts.on, no: texts.off }, 'warning'),
  momentsColumn('lastLoginAt', titles.lastLoginAt, { none: texts.never }),
];

const operatorsList: ListDefinition<typeof operators.list> = {
  screen: 'operators',
  title: texts.title,
  operation: operators.list,
  columns,
  nameOf: fullName,
  searchHint: texts.searchHint,
  filters: { active: { label: texts.active } },
  preview: (id) => <OperatorPreview key={id} id={id} />,
  empty: texts.empty,
};

/** The people of the platform itself, and the way for another one to become one of them. */
function OperatorsPage() {
  const action = (
    <Can op={operators.invite}>
      <Button variant="primary" onClick={() => openDialog((close) => <InviteDialog onClose={close} />)}>
        <UserPlus size={16} aria-hidden="true" />
        {texts.invite.action}
      </Button>
    </Can>
  );
  return <ListScreen list={{ ...operatorsList, actions: action }} />;
}

export default withRows(OperatorsPage, operatorsList);
