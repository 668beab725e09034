import { employees } from '#contract/access/employees.ts';
import { powersOfAttorney } from '#contract/access/powers-of-attorney.ts';
import type { Result } from '#contract/kernel/op.ts';
import { fullName } from '#domain/values/person-name.ts';
import { powerTexts } from '#web/features/powers-of-attorney/texts.ts';
import { useReadAll } from '#web/kit/data/query.ts';
import { MoveButton } from '#web/kit/detail/move-button.tsx';
import { WithObject } from '#web/kit/detail/with-object.tsx';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { inviteTexts } from '#web/kit/parts/texts.ts';
import { Can } from '#web/kit/session/can.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { Tag } from '#web/ui/display/tag.tsx';
import { formatInstant } from '#web/ui/format.ts';
import { openDialog } from '#web/ui/overlays/open-dialog.ts';
import { cardTexts } from './card-texts.ts';
import styles from './employees-tab.module.css';

const InviteDialog = lazyPart(
  () => import('#web/kit/parts/invite-dialog.tsx'),
  (module) => module.InviteDialog,
);
const PowersDialog = lazyPart(
  () => import('./powers-dialog.tsx'),
  (module) => module.PowersDialog,
);
const MembershipDialog = lazyPart(
  () => import('./membership-dialog.tsx'),
  (module) => module.MembershipDialog,
);

const t = cardTexts.employees;

type Employee = Result<typeof employees.list>['items'][number];

/** The people of the company: their roles, who works, who is invited. */
export function EmployeesTab({ id }: { id: number }) {
  const read = useReadAll(employees.list, { params: { id } });
  return (
    <Card>
      <div className="row spread">
        <h2>{t.title}</h2>
        <Can op={employees.invite} params={{ id }}>
          <Button onClick={() => openDialog((close) => <InviteDialog legalEntityId={id} onClose={close} />)}>
            {inviteTexts.action}
          </Button>
        </Can>
      </div>
      <WithObject read={read}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="dim">{t.empty}</p>
          ) : (
            <ul className={styles.people}>
              {items.map((employee) => (
                <Person key={employee.id} legalEntityId={id} employee={employee} />
              ))}
            </ul>
          )
        }
      </WithObject>
    </Card>
  );
}

function Person({ legalEntityId, employee }: { legalEntityId: number; employee: Employee }) {
  const params = { id: legalEntityId, employeeId: employee.id };
  const name = fullName(employee);
  return (
    <li className={styles.person}>
      <div>
        <p className={styles.name}>{name}</p>
        <p className="dim small">{[employee.position, employee.email].filter(Boolean).join(' · ')}</p>
        <p className="dim small">{employee.lastLoginAt ? t.seen(formatInstant(employee.lastLoginAt)) : t.never}</p>
      </div>
      <Tag tone={employee.active ? 'info' : 'neutral'}>{employee.active ? employee.role : t.dismissed}</Tag>
      {employee.active && (
        <div className={styles.acts}>
          <Can op={powersOfAttorney.list} params={params}>
            <Button
              aria-label={powerTexts.openOf(name)}
              onClick={() =>
                openDialog((close) => (
                  <PowersDialog legalEntityId={legalEntityId} employee={employee} onClose={close} />
                ))
              }
            >
              {powerTexts.open}
            </Button>
          </Can>
          <Can op={employees.update} params={params}>
            <Button
              aria-label={t.changeOf(name)}
              onClick={() =>
                openDialog((close) => (
                  <MembershipDialog legalEntityId={legalEntityId} employee={employee} onClose={close} />
                ))
              }
            >
              {t.change}
            </Button>
          </Can>
          <Can op={employees.remove} params={params}>
            <MoveButton
              operation={employees.remove}
              input={{ params }}
              label={t.dismiss}
              name={t.dismissOf(name)}
              ask={t.dismissAsk(name)}
              done={t.done}
              variant="danger"
            />
          </Can>
        </div>
      )}
    </li>
  );
}
