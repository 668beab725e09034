import { useState } from 'react';
import type { Result } from '#contract/kernel/op.ts';
import { operators } from '#contract/operators.ts';
import { fullName } from '#domain/person-name.ts';
import { useRead } from '#web/app/data/query.ts';
import { MoveButton } from '#web/app/detail/move-button.tsx';
import { WithObject } from '#web/app/detail/page.tsx';
import { Can } from '#web/app/session/can.tsx';
import { Button } from '#web/ui/button.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { formatInstant } from '#web/ui/format.ts';
import { OperatorDialog } from './operator-dialog.tsx';
import { texts } from './texts.ts';

const { card: t, columns: titles } = texts;

export type Operator = Result<typeof operators.get>;

/** An operator, and what an administrator may do with him. */
export function OperatorPreview({ id }: { id: number }) {
  const read = useRead(operators.get, { params: { id } });
  return (
    <WithObject read={read}>
      {(operator) => (
        <>
          <Facts items={factsOf(operator)} />
          <Acts operator={operator} />
        </>
      )}
    </WithObject>
  );
}

const factsOf = ({ email, role, active, secondFactor, lastLoginAt }: Operator) => [
  { label: titles.email, value: email },
  { label: titles.role, value: role },
  { label: titles.active, value: active ? texts.active : texts.inactive },
  { label: titles.secondFactor, value: secondFactor ? texts.on : texts.off },
  { label: titles.lastLoginAt, value: lastLoginAt ? formatInstant(lastLoginAt) : texts.never },
];

function Acts({ operator }: { operator: Operator }) {
  const [isChanged, setChanged] = useState(false);
  const params = { id: operator.id };
  return (
    <div className="row">
      <Can op={operators.update} params={params}>
        <Button onClick={() => setChanged(true)}>{t.change}</Button>
      </Can>
      {operator.active && (
        <Can op={operators.remove} params={params}>
          <MoveButton
            operation={operators.remove}
            input={{ params }}
            label={t.dismiss}
            ask={t.dismissAsk(fullName(operator))}
            done={t.dismissed}
            look="danger"
          />
        </Can>
      )}
      {isChanged && <OperatorDialog operator={operator} onClose={() => setChanged(false)} />}
    </div>
  );
}
