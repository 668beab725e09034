import { Check, Minus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useWrite } from '#web/kit/data/query.ts';
import { useUnsaved } from '#web/kit/unsaved.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import { notify } from '#web/ui/overlays/notify.ts';
import { ScrollSection } from '#web/ui/table/scroll-section.tsx';
import { RoleHead } from './role-head.tsx';
import styles from './roles.module.css';
import type { Permission, Role, SideOperations } from './sides.ts';
import { texts as t } from './texts.ts';

/** A role whose permissions are being chosen, and those chosen so far. */
interface Draft {
  role: Role;
  ids: ReadonlySet<number>;
}

/** The permissions down, the roles across; the permissions of one role at a time may be changed. */
export function RoleMatrix({
  operations,
  roles,
  permissions,
}: {
  operations: SideOperations;
  roles: readonly Role[];
  permissions: readonly Permission[];
}) {
  const [draft, setDraft] = useState<Draft>();
  const save = useWrite(operations.roles.update);
  useUnsaved(draft !== undefined && isChanged(draft));
  const groups = useMemo(() => Object.entries(Object.groupBy(permissions, ({ group }) => group)), [permissions]);
  const begin = (role: Role) => {
    save.reset();
    setDraft({ role, ids: new Set(role.permissionIds) });
  };
  const toggle = ({ role, ids }: Draft, id: number) => {
    const next = new Set(ids);
    if (!next.delete(id)) next.add(id);
    setDraft({ role, ids: next });
  };
  const send = ({ role, ids }: Draft) =>
    save.mutate(
      { params: { roleId: role.id }, body: { permissionIds: [...ids], version: role.version } },
      {
        onSuccess: () => {
          setDraft(undefined);
          notify({ severity: 'success', summary: t.saved });
        },
      },
    );
  return (
    <>
      <ScrollSection label={t.table} className={styles.frame}>
        <table className={styles.matrix} aria-label={t.table}>
          <thead>
            <tr>
              <th scope="col">{t.permission}</th>
              {roles.map((role) => (
                <RoleHead
                  key={role.id}
                  operations={operations}
                  role={role}
                  isChanged={draft?.role.id === role.id}
                  onEdit={() => begin(role)}
                />
              ))}
            </tr>
          </thead>
          {groups.map(([group, some = []]) => (
            <tbody key={group}>
              <tr className={styles.group}>
                <th scope="rowgroup" colSpan={roles.length + 1}>
                  <span>{group}</span>
                </th>
              </tr>
              {some.map((permission) => (
                <tr key={permission.id}>
                  <th scope="row">{permission.name}</th>
                  {roles.map((role) => (
                    <td key={role.id}>
                      {draft?.role.id === role.id ? (
                        <input
                          type="checkbox"
                          aria-label={t.cell(role.name, permission.name)}
                          checked={draft.ids.has(permission.id)}
                          onChange={() => toggle(draft, permission.id)}
                        />
                      ) : (
                        <PermissionMark has={role.permissionIds.includes(permission.id)} />
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      </ScrollSection>
      {draft && (
        <section aria-label={t.editing(draft.role.name)} className={styles.bar}>
          <span>{t.editing(draft.role.name)}</span>
          {save.error && <Notice tone="danger">{save.error.message}</Notice>}
          <Button variant="primary" busy={save.isPending} onClick={() => send(draft)}>
            {t.save}
          </Button>
          <Button variant="quiet" onClick={() => setDraft(undefined)}>
            {t.cancel}
          </Button>
        </section>
      )}
    </>
  );
}

const isChanged = ({ role, ids }: Draft): boolean =>
  ids.size !== role.permissionIds.length || role.permissionIds.some((id) => !ids.has(id));

function PermissionMark({ has }: { has: boolean }) {
  const Icon = has ? Check : Minus;
  return <Icon size={16} role="img" aria-label={has ? t.has : t.hasNot} className={has ? styles.has : styles.lacks} />;
}
