import type { ReactNode } from 'react';
import type { pauses } from '#contract/settlements/pauses.ts';
import type { settlements } from '#contract/settlements/settlements.ts';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { type Act, useCodeLetter } from '#web/kit/one-time-code/code.tsx';
import { Button } from '#web/ui/button.tsx';

const SignDialog = lazyPart(
  () => import('./sign-dialog.tsx'),
  (module) => module.SignDialog,
);

/** Where the text that is about to be signed is read. */
export interface Reads {
  operation:
    | typeof settlements.draftByDebtor
    | typeof settlements.draftByCreditor
    | typeof settlements.readAsked
    | typeof pauses.draft;
  params: Readonly<Record<string, number>>;
  body?: Readonly<Record<string, unknown>>;
}

/** What is signed by a code: the words before it, the operation and what it sends beside the code. */
export interface Signed extends Act {
  body: Readonly<Record<string, unknown>>;
  /** The fingerprint of this text goes along, so that nobody signs another one than he could read. */
  reads?: Reads | undefined;
  title: string;
  what: ReactNode;
  action: string;
  done: string;
  /** What follows when it is signed. */
  after?: () => unknown;
}

/** A button that asks for a one-time code, and with it signs. */
export function SignButton({
  code,
  signed,
  closed,
  large,
  children,
}: {
  /** What sends the code. */
  code: Act;
  /** Null as long as nothing can be signed; `closed` says why. */
  signed: Signed | null;
  closed?: string | undefined;
  large?: boolean;
  children: ReactNode;
}) {
  const { sent, busy, ask, forget } = useCodeLetter(code);
  return (
    <>
      <Button variant="primary" large={large ?? false} busy={busy} closed={closed} onClick={ask}>
        {children}
      </Button>
      {sent && signed && <SignDialog signed={signed} sent={sent} busy={busy} onAgain={ask} onClose={forget} />}
    </>
  );
}
