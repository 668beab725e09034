import { useState } from 'react';
import { accountCare } from '#contract/access/account-care.ts';
import type { Operation, Result } from '#contract/kernel/op.ts';
import { formatPhone } from '#domain/values/phone.ts';
import { call } from '#web/kit/data/api.ts';
import { refresh, useRead } from '#web/kit/data/query.ts';
import { WithObject } from '#web/kit/detail/with-object.tsx';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { Can } from '#web/kit/session/can.tsx';
import { Button } from '#web/ui/button.tsx';
import { type Fact, Facts } from '#web/ui/display/facts.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import { formatInstant } from '#web/ui/format.ts';
import { ButtonLink } from '#web/ui/link.tsx';
import { confirm } from '#web/ui/overlays/confirm.ts';
import { notify } from '#web/ui/overlays/notify.ts';
import { openDialog } from '#web/ui/overlays/open-dialog.ts';
import { texts } from './texts.ts';

const SecondFactorDialog = lazyPart(
  () => import('./second-factor-dialog.tsx'),
  (module) => module.SecondFactorDialog,
);

const { card: t, columns: titles } = texts;

type Account = Result<typeof accountCare.get>;
type Act = keyof typeof t.ask;

/** How somebody signs in, and what an operator can do for him; he never learns or sets a password. */
export function AccountPreview({ id }: { id: number }) {
  const read = useRead(accountCare.get, { params: { id } });
  return <WithObject read={read}>{(account) => <Account key={id} account={account} />}</WithObject>;
}

function Account({ account }: { account: Account }) {
  const { id, kind, personId, lockedUntil, sessions, secondFactor, status } = account;
  return (
    <>
      {lockedUntil && <Notice tone="warning">{t.locked(formatInstant(lockedUntil))}</Notice>}
      <Facts items={factsOf(account)} />
      <div className="stack">
        {lockedUntil && <Help id={id} act="unlock" />}
        {sessions > 0 && <Help id={id} act="endSessions" />}
        {status === 'active' && <Help id={id} act="sendRestoreLink" />}
        {secondFactor && (
          <Can op={accountCare.endSecondFactor} params={{ id }}>
            <Button
              variant="danger"
              onClick={() => openDialog((close) => <SecondFactorDialog id={id} onClose={close} />)}
            >
              {t.act.endSecondFactor}
            </Button>
          </Can>
        )}
        {kind === 'individual' && personId !== null && <ButtonLink to={`/individual-${personId}`}>{t.open}</ButtonLink>}
      </div>
    </>
  );
}

/** One way to help, which asks before it acts. */
function Help({ id, act }: { id: number; act: Act }) {
  const [busy, setBusy] = useState(false);
  const operation: Operation = accountCare[act];
  const make = async () => {
    setBusy(true);
    try {
      await call(operation, { params: { id } });
      notify({ severity: 'success', summary: t.done[act] });
    } catch (error) {
      notify({ severity: 'error', summary: t.failedAct, detail: (error as Error).message });
    }
    setBusy(false);
    await refresh();
  };
  const ask = () =>
    confirm({
      message: t.ask[act],
      acceptLabel: t.act[act],
      rejectLabel: t.cancel,
      defaultFocus: 'reject',
      accept: () => void make(),
    });
  return (
    <Can op={operation} params={{ id }}>
      <Button busy={busy} onClick={ask}>
        {t.act[act]}
      </Button>
    </Can>
  );
}

function factsOf(account: Account): Fact[] {
  const confirmed = (value: string, isConfirmed: boolean) => `${value}, ${isConfirmed ? t.confirmed : t.unconfirmed}`;
  const { email, phone } = account;
  return [
    { label: titles.status, value: texts.statuses[account.status] },
    { label: titles.email, value: confirmed(email, account.emailConfirmed) },
    { label: titles.phone, value: phone && confirmed(formatPhone(phone), account.phoneConfirmed) },
    { label: titles.secondFactor, value: account.secondFactor ? texts.on : texts.off },
    { label: t.codes, value: account.secondFactor ? account.recoveryCodesLeft : null },
    { label: titles.sessions, value: account.sessions },
    { label: t.links, value: account.restoreLinks },
    { label: t.failed, value: account.failedSignIns },
    { label: titles.lastLoginAt, value: account.lastLoginAt ? formatInstant(account.lastLoginAt) : texts.never },
    { label: titles.createdAt, value: formatInstant(account.createdAt) },
  ];
}
