import { Pencil, SlidersHorizontal, Trash2 } from 'lucide-react';
import { useMove } from '#web/kit/detail/use-move.ts';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { Can } from '#web/kit/session/can.tsx';
import { useMe } from '#web/kit/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { confirm } from '#web/ui/overlays/confirm.ts';
import { openDialog } from '#web/ui/overlays/open-dialog.ts';
import styles from './roles.module.css';
import type { Role, SideOperations } from './sides.ts';
import { texts as t } from './texts.ts';

const RenameDialog = lazyPart(
  () => import('./role-dialog.tsx'),
  (module) => module.RenameDialog,
);

/** The head of a role's column: its name, how many hold it, and what may be done with it. */
export function RoleHead({
  operations,
  role,
  isChanged,
  onEdit,
}: {
  operations: SideOperations;
  role: Role;
  /** Its permissions are being chosen. */
  isChanged: boolean;
  onEdit: () => void;
}) {
  const me = useMe();
  // The platform's shared roles are changed by operators alone.
  const isOwn = !role.system && (me?.kind !== 'employee' || role.legalEntityId !== null);
  return (
    <th scope="col">
      <div className={styles.role}>
        <span>{role.name}</span>
        <span className="dim small">
          {[role.system && t.system, t.holders(role.holders)].filter(Boolean).join(' · ')}
        </span>
        {isOwn && !isChanged && <RoleActions operations={operations} role={role} onEdit={onEdit} />}
      </div>
    </th>
  );
}

function RoleActions({ operations, role, onEdit }: { operations: SideOperations; role: Role; onEdit: () => void }) {
  const [, remove] = useMove(operations.roles.remove, t.removed);
  const params = { roleId: role.id };
  const ask = () =>
    confirm({
      message: t.removeAsk(role.name),
      acceptLabel: t.remove,
      rejectLabel: t.cancel,
      defaultFocus: 'reject',
      accept: () => remove({ params }),
    });
  return (
    <div className={styles.acts}>
      <Can op={operations.roles.update} params={params}>
        <Button variant="quiet" icon aria-label={t.editOf(role.name)} title={t.edit} onClick={onEdit}>
          <SlidersHorizontal size={16} aria-hidden="true" />
        </Button>
        <Button
          variant="quiet"
          icon
          aria-label={t.renameOf(role.name)}
          title={t.rename}
          onClick={() => openDialog((close) => <RenameDialog operations={operations} role={role} onClose={close} />)}
        >
          <Pencil size={16} aria-hidden="true" />
        </Button>
      </Can>
      <Can op={operations.roles.remove} params={params}>
        <Button variant="quiet" icon aria-label={t.removeOf(role.name)} title={t.remove} onClick={ask}>
          <Trash2 size={16} aria-hidden="true" />
        </Button>
      </Can>
    </div>
  );
}
