import { type ReactNode, useState } from 'react';
import type { pauses } from '#contract/settlements/pauses.ts';
import type { paymentShifts } from '#contract/settlements/payment-shifts.ts';
import type { settlements } from '#contract/settlements/settlements.ts';
import { callUntyped } from '#web/kit/data/api.ts';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { type Act, type CodeRequest, useCodeLetter } from '#web/kit/one-time-code/code.tsx';
import { Button } from '#web/ui/button.tsx';

const SignDialog = lazyPart(
  () => import('./sign-dialog.tsx'),
  (module) => module.SignDialog,
);

/** Where the text that is about to be signed is read. */
interface Reads {
  operation:
    | typeof settlements.draftByDebtor
    | typeof settlements.draftByCreditor
    | typeof settlements.readAsked
    | typeof pauses.draft
    | typeof paymentShifts.draft;
  params: Readonly<Record<string, number>>;
  body?: Readonly<Record<string, unknown>>;
}

/** What is signed by a code: the words before it, the operation and what it sends beside the code. */
export interface Signed extends Act {
  body: Readonly<Record<string, unknown>>;
  /** The fingerprint of this text is signed and asked a code for, so that nobody signs another one than he could read. */
  reads?: Reads | undefined;
  title: string;
  what: ReactNode;
  action: string;
  done: string;
  /** What follows when it is signed. */
  after?: () => unknown;
}

/** @returns the fingerprint of the text as it is now */
async function readText({ operation, params, body }: Reads): Promise<string> {
  return (await callUntyped(operation, { params, ...(body && { body }) })).sha256;
}

/** A button that asks for a one-time code for this very text or act, and with it signs. */
export function SignButton({
  code,
  signed,
  closed,
  large,
  children,
}: {
  /** What sends the code; unless its body says for what, it is for the text that is signed. */
  code: Act & Partial<CodeRequest>;
  /** Null as long as nothing can be signed; `closed` says why. */
  signed: Signed | null;
  closed?: string | undefined;
  large?: boolean;
  children: ReactNode;
}) {
  const [textHash, setTextHash] = useState<string>();
  const { sent, busy, ask, forget } = useCodeLetter(async () => {
    if (!signed) return null;
    const { reads } = signed;
    // A code that is asked for again is for what was read when it was first asked for.
    const read = sent ? textHash : reads && (await readText(reads));
    setTextHash(read);
    return { body: { textHash: read ?? signed.body['textHash'] ?? signed.body['termsHash'] }, ...code };
  });
  return (
    <>
      <Button variant="primary" large={large ?? false} busy={busy} closed={closed} onClick={ask}>
        {children}
      </Button>
      {sent && signed && <SignDialog {...{ signed, textHash, sent, busy }} onAgain={ask} onClose={forget} />}
    </>
  );
}
