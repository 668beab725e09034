import { useState } from 'react';
import { auth } from '#contract/auth.ts';
import type { Operation, Result } from '#contract/kernel/op.ts';
import { type CallInput, call } from '#web/app/data/api.ts';
import { refresh } from '#web/app/data/query.ts';
import { factsOf } from '#web/app/list/preview.tsx';
import { Can } from '#web/app/session/can.tsx';
import { Button } from '#web/ui/button.tsx';
import { confirm } from '#web/ui/confirm.ts';
import { Facts } from '#web/ui/facts.tsx';
import { notify } from '#web/ui/notify.ts';
import type { Column } from '#web/ui/table-types.ts';
import { texts } from './texts.ts';

type Row = Result<typeof auth.registrationTokens>['items'][number];

const t = texts.invites;

/** An invitation or a registration; one that nobody has answered can be sent again or taken back. */
export function InvitePreview({ row, columns }: { row: Row; columns: readonly Column<Row>[] }) {
  const [busy, setBusy] = useState(false);
  const { id, email, status } = row;
  const act = async (operation: Operation, done: string) => {
    setBusy(true);
    try {
      await call(operation, ...([{ params: { id } }] as unknown as CallInput<Operation>));
      notify({ severity: 'success', summary: done });
    } catch (error) {
      notify({ severity: 'error', summary: t.failed, detail: (error as Error).message });
    }
    setBusy(false);
    await refresh();
  };
  const askToRevoke = () =>
    confirm({
      message: t.revokeAsk(email),
      acceptLabel: t.revoke,
      rejectLabel: t.cancel,
      defaultFocus: 'reject',
      accept: () => void act(auth.revokeRegistrationToken, t.revoked),
    });
  const isOpen = status === 'pending';
  return (
    <>
      <Facts items={factsOf(columns, row)} />
      <div className="row">
        {(isOpen || status === 'expired') && (
          <Can op={auth.resendRegistrationToken} params={{ id }}>
            <Button busy={busy} onClick={() => void act(auth.resendRegistrationToken, t.resent)}>
              {t.resend}
            </Button>
          </Can>
        )}
        {isOpen && (
          <Can op={auth.revokeRegistrationToken} params={{ id }}>
            <Button look="danger" busy={busy} onClick={askToRevoke}>
              {t.revoke}
            </Button>
          </Can>
        )}
      </div>
    </>
  );
}
