import { type ReactNode, useState } from 'react';
import type { Operation, Result } from '#contract/kernel/op.ts';
import { settlements } from '#contract/settlements.ts';
import { system } from '#contract/system.ts';
import { ApiError, type CallInput, call } from '#web/app/data/api.ts';
import { refresh, useRead } from '#web/app/data/query.ts';
import { Form, useOperationForm } from '#web/app/form/form.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { notify } from '#web/ui/notify.ts';
import { TextField } from '#web/ui/text-field.tsx';
import { actsOf, paramsOf, type Settlement, type Side } from './sides.ts';
import { texts } from './texts.ts';

const t = texts.signing;
type Sent = Result<typeof settlements.codeForDebtor>;

/** What is signed by a code: the words before it, the operation and what it sends beside the code. */
export interface Signed {
  operation: Operation;
  body: Readonly<Record<string, unknown>>;
  title: string;
  what: ReactNode;
  action: string;
  done: string;
  /** What follows when it is signed. */
  after?: () => unknown;
}

/** A button that asks for a one-time code, and with it signs. */
export function SignButton({
  deal,
  side,
  signed,
  closed,
  large,
  children,
}: {
  deal: Settlement;
  side: Side;
  signed: Signed;
  closed?: string | undefined;
  large?: boolean;
  children: ReactNode;
}) {
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState<Sent>();
  const ask = async () => {
    setBusy(true);
    try {
      const input = [{ params: paramsOf(deal, side) }] as unknown as CallInput<Operation>;
      setSent((await call<Operation>(actsOf[side].code, ...input)) as Sent);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify({ severity: 'error', summary: t.failed, detail: error.message });
    }
    setBusy(false);
  };
  return (
    <>
      <Button look="primary" large={large ?? false} busy={busy} closed={closed} onClick={() => void ask()}>
        {children}
      </Button>
      {sent && (
        <SignDialog
          deal={deal}
          side={side}
          signed={signed}
          sent={sent}
          busy={busy}
          onAgain={() => void ask()}
          onClose={() => setSent(undefined)}
        />
      )}
    </>
  );
}

function SignDialog({
  deal,
  side,
  signed: { operation, body, title, what, action, done, after },
  sent: { sentTo },
  busy,
  onAgain,
  onClose,
}: {
  deal: Settlement;
  side: Side;
  signed: Signed;
  sent: Sent;
  busy: boolean;
  onAgain: () => void;
  onClose: () => void;
}) {
  const { data: about } = useRead(system.about);
  const form = useOperationForm({
    operation,
    params: paramsOf(deal, side),
    initial: { code: '' },
    body: ({ code }) => ({ ...body, code }),
    fieldOf: { 'code.wrong': 'code' },
    done: async () => {
      notify({ severity: 'success', summary: done });
      onClose();
      await refresh();
      after?.();
    },
    refused: ({ code, message }) => {
      if (code !== 'offer.replaced' && code !== 'move.illegal') return false;
      notify({ severity: 'warn', summary: t.changed, detail: message });
      onClose();
      void refresh();
      return true;
    },
  });
  return (
    <Dialog title={title} onClose={onClose}>
      <Form form={form} action={action} onCancel={onClose}>
        {what}
        <p>{t.sent(sentTo)}</p>
        {about?.mailbox && (
          <a href="/mailbox" target="_blank" rel="noopener">
            {t.mailbox}
          </a>
        )}
        <TextField
          {...form.field('code')}
          label={t.code}
          hint={t.codeHint}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          data-autofocus
        />
        <div>
          <Button look="quiet" busy={busy} onClick={onAgain}>
            {t.again}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
