import { operators } from '#contract/access/operators.ts';
import type { Result } from '#contract/kernel/op.ts';
import { operatorAvatars } from '#contract/parties/avatars.ts';
import { fullName } from '#domain/values/person-name.ts';
import { CardAvatar } from '#web/kit/avatar/card-avatar.tsx';
import { useRead } from '#web/kit/data/query.ts';
import { ChangeOrDismiss } from '#web/kit/detail/change-or-dismiss.tsx';
import { MoveButton } from '#web/kit/detail/move-button.tsx';
import { WithObject } from '#web/kit/detail/with-object.tsx';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { Can } from '#web/kit/session/can.tsx';
import { Facts } from '#web/ui/display/facts.tsx';
import { formatInstant } from '#web/ui/format.ts';
import { texts } from './texts.ts';

const OperatorDialog = lazyPart(
  () => import('./operator-dialog.tsx'),
  (module) => module.OperatorDialog,
);

const { card: t, columns: titles } = texts;

export type Operator = Result<typeof operators.get>;

/** An operator, and what an administrator may do with him. */
export function OperatorPreview({ id }: { id: number }) {
  const read = useRead(operators.get, { params: { id } });
  return (
    <WithObject read={read}>
      {(operator) => (
        <>
          <CardAvatar
            name={fullName(operator)}
            url={operator.avatarUrl}
            remove={operatorAvatars.remove}
            params={{ id }}
          />
          <Facts items={factsOf(operator)} />
          {operator.needsVoucher && (
            <Can op={operators.vouch} params={{ id }}>
              <MoveButton
                operation={operators.vouch}
                input={{ params: { id }, body: { version: operator.version } }}
                label={t.vouch}
                ask={t.vouchAsk(fullName(operator))}
                done={t.vouched}
              />
            </Can>
          )}
          <ChangeOrDismiss
            id={id}
            active={operator.active}
            change={{
              operation: operators.update,
              label: t.change,
              renderDialog: (close) => <OperatorDialog operator={operator} onClose={close} />,
            }}
            dismiss={{
              operation: operators.remove,
              label: t.dismiss,
              ask: t.dismissAsk(fullName(operator)),
              done: t.dismissed,
            }}
          />
        </>
      )}
    </WithObject>
  );
}

const factsOf = ({ email, role, active, secondFactor, lastLoginAt, needsVoucher }: Operator) => [
  { label: titles.email, value: email },
  { label: titles.role, value: role },
  { label: titles.active, value: active ? texts.active : texts.inactive },
  { label: titles.secondFactor, value: secondFactor ? texts.on : texts.off },
  { label: titles.needsVoucher, value: needsVoucher ? t.waits : t.notNeeded },
  { label: titles.lastLoginAt, value: lastLoginAt ? formatInstant(lastLoginAt) : texts.never },
];
