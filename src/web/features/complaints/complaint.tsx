import type { Result } from '#contract/kernel/op.ts';
import { complaints } from '#contract/settlements/complaints.ts';
import { complaintMachine } from '#domain/parties/complaint.ts';
import type { ContactKind } from '#domain/parties/contact-law.ts';
import { useReadOf } from '#web/kit/data/query.ts';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { accessTo } from '#web/kit/session/access.ts';
import { useMe } from '#web/kit/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { openDialog } from '#web/ui/overlays/open-dialog.ts';
import { texts as t } from './texts.ts';

const ComplainDialog = lazyPart(
  () => import('./complain-dialog.tsx'),
  (module) => module.ComplainDialog,
);
const ComplaintDetails = lazyPart(
  () => import('./complaint-details.tsx'),
  (module) => module.ComplaintDetails,
);

/** A message of a chat, or a contact of the journal, and who complains of it. */
export interface Complained {
  id: number;
  /** The chat of a message; a contact has none. */
  chatId?: number;
  kind: ContactKind;
  by: 'individual' | 'creditor';
}

export type Made = Result<typeof complaints.own>['items'][number];

/** The reader's complaint of a thing: undefined while it is not known or nobody may complain, null where he has not. */
export function useComplaint({ id, chatId }: Pick<Complained, 'id' | 'chatId'>): Made | null | undefined {
  const me = useMe();
  const { data } = useReadOf(complaints.own, accessTo(complaints.own, me) === 'no' ? undefined : {});
  return data && (data.items.find((one) => (chatId === undefined ? one.contactId : one.messageId) === id) ?? null);
}

/** The way to complain, for whoever has not, or of what has changed since he has. */
export function ComplainButton({ of }: { of: Complained }) {
  const made = useComplaint(of);
  if (made === undefined || (made !== null && !made.mayAgain)) return null;
  return (
    <Button variant="quiet" onClick={() => openDialog((close) => <ComplainDialog of={of} onClose={close} />)}>
      {t.complain}
    </Button>
  );
}

/** What has become of his complaint, with what the operator has answered, and the way to the whole of it. */
export function ComplaintState({ of }: { of: Complained }) {
  const made = useComplaint(of);
  if (!made) return null;
  const title = t.numbered(made.id);
  const open = () =>
    openDialog((close) => (
      <Dialog title={title} onClose={close}>
        <ComplaintDetails made={made} />
      </Dialog>
    ));
  return (
    <div>
      <p className="dim small">{t.state(title, complaintMachine.label(made.status), made.answer)}</p>
      <Button variant="quiet" onClick={open}>
        {t.whole}
      </Button>
    </div>
  );
}
