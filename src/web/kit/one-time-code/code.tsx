import { type ComponentProps, useState } from 'react';
import type { Operation, Result } from '#contract/kernel/op.ts';
import type { settlements } from '#contract/settlements/settlements.ts';
import { ApiError, callUntyped } from '#web/kit/data/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { notify } from '#web/ui/overlays/notify.ts';
import { MailboxLink } from './mailbox-link.tsx';
import { codeTexts } from './texts.ts';

const t = codeTexts;
export type Sent = Result<typeof settlements.codeForDebtor>;

/** An operation with the objects of its path. */
export interface Act {
  operation: Operation;
  params: Readonly<Record<string, number>>;
}

/** What sends a code, and the very content for which it is asked: it confirms no other. */
export interface CodeRequest extends Act {
  body: Readonly<Record<string, unknown>>;
}

const sendBy = async ({ operation, params, body }: CodeRequest): Promise<Sent> =>
  (await callUntyped(operation, { params, body })) as Sent;

/**
 * The letter with a code: asked for again and again, it is always the newest that counts.
 * @param by what it is asked for at that moment; null as long as that is not right
 * @param refused shows a refusal where it belongs; otherwise it is said aside
 */
export function useCodeLetter(
  by: () => CodeRequest | null | Promise<CodeRequest | null>,
  refused = ({ message }: ApiError): void => notify({ severity: 'error', summary: t.failed, detail: message }),
) {
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState<Sent>();
  const ask = async () => {
    setBusy(true);
    try {
      const asked = await by();
      if (asked) {
        setSent(await sendBy(asked));
        // The page looks as before, so that it was sent anew is said.
        if (sent) notify({ severity: 'success', summary: t.sentAgain });
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      refused(error);
    }
    setBusy(false);
  };
  return { sent, busy, ask: () => void ask(), forget: () => setSent(undefined) };
}

/** Where the letter has gone, the field for its code, and how to get another one. */
export function CodeField({
  sent: { sentTo },
  busy,
  ask,
  ...field
}: { sent: Sent; busy: boolean; ask: () => void } & Omit<ComponentProps<typeof TextField>, 'label'>) {
  return (
    <>
      <p>{t.sent(sentTo)}</p>
      <MailboxLink />
      <TextField
        {...field}
        label={t.code}
        hint={t.codeHint}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        data-autofocus
      />
      <div>
        <Button variant="quiet" busy={busy} onClick={ask}>
          {t.again}
        </Button>
      </div>
    </>
  );
}

/** The last step of a form that a code confirms: first it is asked for, then entered. */
export function CodeStep({
  letter: { sent, busy, ask },
  ...field
}: { letter: ReturnType<typeof useCodeLetter> } & Omit<ComponentProps<typeof TextField>, 'label'>) {
  if (sent) return <CodeField {...field} sent={sent} busy={busy} ask={ask} />;
  return (
    <div className="stack-tight">
      <div>
        <Button busy={busy} onClick={ask}>
          {t.getCode}
        </Button>
      </div>
      {field.error && <Notice tone="danger">{t.noCode}</Notice>}
    </div>
  );
}
