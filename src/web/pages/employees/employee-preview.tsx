import { employeeCards } from '#contract/access/employee-cards.ts';
import type { Result } from '#contract/kernel/op.ts';
import { employeeAvatars } from '#contract/parties/avatars.ts';
import { fullName } from '#domain/values/person-name.ts';
import { formatPhone } from '#domain/values/phone.ts';
import { PowersOfEmployee } from '#web/features/powers-of-attorney/power-list.tsx';
import { powerTexts } from '#web/features/powers-of-attorney/texts.ts';
import { CardAvatar } from '#web/kit/avatar/card-avatar.tsx';
import { useRead } from '#web/kit/data/query.ts';
import { ChangeOrDismiss } from '#web/kit/detail/change-or-dismiss.tsx';
import { WithObject } from '#web/kit/detail/with-object.tsx';
import { Facts } from '#web/ui/display/facts.tsx';
import { formatInstant } from '#web/ui/format.ts';
import { lastSignIn } from './last-sign-in.ts';
import { NameDialog } from './name-dialog.tsx';
import { texts } from './texts.ts';

const { card: t, columns: titles } = texts;

export type EmployeeCard = Result<typeof employeeCards.get>;

/** An employee as a person: how to reach him, in which companies he works, and what may be done with him. */
export function EmployeePreview({ id }: { id: number }) {
  const read = useRead(employeeCards.get, { params: { id } });
  return <WithObject read={read}>{(employee) => <Employee key={id} employee={employee} />}</WithObject>;
}

function Employee({ employee }: { employee: EmployeeCard }) {
  const { id, email, phone, createdAt } = employee;
  const places = useRead(employeeCards.legalEntities, { params: { id } });
  return (
    <>
      <CardAvatar name={fullName(employee)} url={employee.avatarUrl} remove={employeeAvatars.remove} params={{ id }} />
      <Facts
        items={[
          { label: titles.email, value: email },
          { label: t.phone, value: phone && formatPhone(phone) },
          { label: titles.lastLoginAt, value: lastSignIn(employee) },
          { label: t.createdAt, value: formatInstant(createdAt) },
        ]}
      />
      <h3>{t.places}</h3>
      <WithObject read={places}>
        {({ items }) => (
          <>
            <Facts
              items={items.map(({ company, role, position, active }) => ({
                label: company,
                value: active ? [role, position].filter(Boolean).join(' · ') : texts.inactive,
              }))}
            />
            <h3>{powerTexts.title}</h3>
            {items.map(({ membershipId, legalEntityId, company }) => (
              <section key={membershipId} aria-label={company} className="stack-tight">
                {items.length > 1 && <p className="dim small">{company}</p>}
                <PowersOfEmployee membershipId={membershipId} legalEntityId={legalEntityId} employeeId={id} />
              </section>
            ))}
          </>
        )}
      </WithObject>
      <ChangeOrDismiss
        id={id}
        active={employee.active}
        change={{
          operation: employeeCards.update,
          label: t.rename,
          closed: employee.keepsName ?? undefined,
          renderDialog: (close) => <NameDialog employee={employee} onClose={close} />,
        }}
        dismiss={{
          operation: employeeCards.remove,
          label: t.dismiss,
          ask: t.dismissAsk(fullName(employee)),
          done: t.dismissed,
        }}
      />
    </>
  );
}
