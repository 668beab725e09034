import { useSearch } from '@tanstack/react-router';
import { useRead, useReadAll } from '#web/kit/data/query.ts';
import { WithObject } from '#web/kit/detail/with-object.tsx';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { CompanyChoice, useListedCompany } from '#web/kit/parts/company-choice.tsx';
import { accessTo } from '#web/kit/session/access.ts';
import { useMe } from '#web/kit/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Segmented } from '#web/ui/fields/segmented.tsx';
import { useNavigate } from '#web/ui/link.tsx';
import { openDialog } from '#web/ui/overlays/open-dialog.ts';
import { RoleMatrix } from './role-matrix.tsx';
import { type Role, type Side, sides } from './sides.ts';
import { texts as t } from './texts.ts';

const RoleDialog = lazyPart(
  () => import('./role-dialog.tsx'),
  (module) => module.RoleDialog,
);

/** Who may do what: the roles of each kind of people beside the permissions that they hold. */
export default function RolesPage() {
  const me = useMe();
  const navigate = useNavigate();
  const { of }: { of?: string } = useSearch({ strict: false });
  const open = (Object.keys(sides) as Side[]).filter((side) => accessTo(sides[side].roles.list, me) !== 'no');
  const side = open.find((one) => one === of) ?? open[0]!;
  return (
    <div className="stack">
      <h1>{t.title}</h1>
      <p className="dim">{t.about}</p>
      {open.length > 1 && (
        <Segmented
          label={t.side}
          value={side}
          choices={t.sides}
          onChange={(next) => void navigate({ to: '.', search: { of: next }, replace: true })}
        />
      )}
      <Roles key={side} side={side} />
    </div>
  );
}

/** Shared roles and those of one company; the roles of operators belong to no company. */
function Roles({ side }: { side: Side }) {
  const operations = sides[side];
  const me = useMe();
  const listed = useListedCompany();
  const company = side === 'employees' ? listed : undefined;
  const roles = useReadAll(operations.roles.list, { query: { filter: { legalEntityId: company } } });
  const permissions = useRead(operations.permissions.list);
  const mayCreate = accessTo(operations.roles.create, me) !== 'no';
  const create = (shown: readonly Role[]) =>
    openDialog((close) => (
      <RoleDialog
        operations={operations}
        roles={shown}
        company={me?.kind === 'employee' ? company : undefined}
        onClose={close}
      />
    ));
  return (
    <>
      <div className="row spread">
        {side === 'employees' ? <CompanyChoice company={company} /> : <span />}
        {mayCreate && roles.data && (
          <Button variant="primary" onClick={() => create(roles.data.items)}>
            {t.create}
          </Button>
        )}
      </div>
      <WithObject read={roles}>
        {({ items: shown }) => (
          <WithObject read={permissions}>
            {({ items: all }) => <RoleMatrix operations={operations} roles={shown} permissions={all} />}
          </WithObject>
        )}
      </WithObject>
    </>
  );
}
