import { useState } from 'react';
import { certificates } from '#contract/documents/certificates.ts';
import { useRead } from '#web/kit/data/query.ts';
import { closeOnDone } from '#web/kit/detail/use-move.ts';
import { WithObject } from '#web/kit/detail/with-object.tsx';
import { Form, useOperationForm } from '#web/kit/form/form.tsx';
import { DocumentBlocks, wideDialog } from '#web/kit/parts/document-blocks.tsx';
import { SignButton } from '#web/kit/signing/sign-button.tsx';
import { serverDay } from '#web/ui/clock.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { certificateDialogsTexts as t } from './certificate-dialogs-texts.ts';

interface AskProps {
  operation: typeof certificates.askByDebtor | typeof certificates.askByCreditor;
  params: { id: number; x: number };
  /** What the viewer's side calls it: a debtor asks, a creditor draws up. */
  action: string;
  onClose: () => void;
}

/** Asks for a statement of the debt on a day. */
export function AskStatement({ operation, params, action, onClose }: AskProps) {
  const [today] = useState(serverDay);
  const form = useOperationForm({
    operation,
    params,
    initial: { on: today },
    body: ({ on }) => ({ on }),
    ...closeOnDone(t.asked, onClose),
  });
  return (
    <Dialog title={t.askTitle} onClose={onClose}>
      <Form form={form} action={action} onCancel={onClose}>
        <p className="dim">{t.askLead}</p>
        <TextField {...form.field('on')} label={t.on} type="date" max={today} />
      </Form>
    </Dialog>
  );
}

/** The text of a certificate, and its signing by a code: the very one that is read. */
export function SignCertificate({ params, onClose }: { params: { id: number; x: number }; onClose: () => void }) {
  const read = useRead(certificates.text, { params });
  return (
    <Dialog title={t.signTitle} onClose={onClose} className={wideDialog}>
      <WithObject read={read}>
        {({ blocks, sha256 }) => (
          <div className="stack">
            <DocumentBlocks blocks={blocks} />
            <SignButton
              code={{ operation: certificates.code, params }}
              signed={{
                operation: certificates.sign,
                params,
                body: { textHash: sha256 },
                title: t.signTitle,
                what: <p>{t.binding}</p>,
                action: t.sign,
                done: t.signed,
                after: onClose,
              }}
            >
              {t.sign}
            </SignButton>
          </div>
        )}
      </WithObject>
    </Dialog>
  );
}
