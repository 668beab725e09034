import { useState } from 'react';
import type { Result } from '#contract/kernel/op.ts';
import { operators } from '#contract/operators.ts';
import { fullName } from '#domain/person-name.ts';
import { useRead, useWrite } from '#web/app/data/query.ts';
import { WithObject } from '#web/app/detail/page.tsx';
import { Can } from '#web/app/session/can.tsx';
import { Button } from '#web/ui/button.tsx';
import { confirm } from '#web/ui/confirm.ts';
import { Facts } from '#web/ui/facts.tsx';
import { formatInstant } from '#web/ui/format.ts';
import { notify } from '#web/ui/notify.ts';
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
  const dismiss = useWrite(operators.remove, () => notify({ severity: 'success', summary: t.dismissed }));
  const params = { id: operator.id };
  const ask = () =>
    confirm({
      message: t.dismissAsk(fullName(operator)),
      acceptLabel: t.dismiss,
      rejectLabel: t.cancel,
      defaultFocus: 'reject',
      accept: () =>
        dismiss.mutate(
          { params },
          {
            onError: ({ message }) => notify({ severity: 'error', summary: t.failed, detail: message }),
          },
        ),
    });
  return (
    <div className="row">
      <Can op={operators.update} params={params}>
        <Button onClick={() => setChanged(true)}>{t.change}</Button>
      </Can>
      {operator.active && (
        <Can op={operators.remove} params={params}>
          <Button look="danger" busy={dismiss.isPending} onClick={ask}>
            {t.dismiss}
          </Button>
        </Can>
      )}
      {isChanged && <OperatorDialog operator={operator} onClose={() => setChanged(false)} />}
    </div>
  );
}
