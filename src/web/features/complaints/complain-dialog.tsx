import { useState } from 'react';
import type { Result } from '#contract/kernel/op.ts';
import { complaints } from '#contract/settlements/complaints.ts';
import { COMPLAINT_LENGTH, type ComplaintKind, complaintKindOf, complaintKindsOf } from '#domain/parties/complaint.ts';
import { useWrite } from '#web/kit/data/query.ts';
import { closeOnDone } from '#web/kit/detail/use-move.ts';
import { Button } from '#web/ui/button.tsx';
import { serverNow } from '#web/ui/clock.ts';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import type { Complained } from './complaint.tsx';
import { isOfBefore } from './said-before.ts';
import { texts as t } from './texts.ts';

/** What happened, in a word to choose and in one's own words. */
export function ComplainDialog({ of, onClose }: { of: Complained; onClose: () => void }) {
  const kinds = complaintKindsOf(of.kind, of.by);
  // Nothing is said before he says it: one careless tap would make a heavy reproach.
  const [kind, setKind] = useState<ComplaintKind | ''>('');
  const [isMissing, setMissing] = useState(false);
  const [words, setWords] = useState('');
  const ends = closeOnDone(
    (made: Result<typeof complaints.ofMessage>) =>
      isOfBefore(made, kind as ComplaintKind, serverNow()) ? t.doneBefore : t.done,
    onClose,
  );
  const ofMessage = useWrite(complaints.ofMessage, ends);
  const ofContact = useWrite(complaints.ofContact, ends);
  const { error, isPending } = of.chatId === undefined ? ofContact : ofMessage;
  const send = () => {
    setMissing(kind === '');
    if (kind === '') return;
    const body = { kind, ...(words.trim() !== '' && { words }) };
    if (of.chatId === undefined) ofContact.mutate({ params: { id: of.id }, body });
    else ofMessage.mutate({ params: { id: of.chatId, messageId: of.id }, body });
  };
  return (
    <Dialog title={t.title} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <p>{of.chatId === undefined ? t.ofContact : t.ofMessage}</p>
        <SelectField
          label={t.kind}
          value={kind}
          choices={[['', t.choose], ...kinds.map((one) => [one, complaintKindOf(one, of.kind)] as const)]}
          error={isMissing && kind === '' ? t.needKind : error?.fields['kind']}
          onChange={({ target }) => setKind(target.value as ComplaintKind | '')}
        />
        <TextArea
          label={t.words}
          value={words}
          maxLength={COMPLAINT_LENGTH}
          optional={kind !== 'other'}
          error={error ? (error.fields['words'] ?? error.message) : undefined}
          onChange={({ target }) => setWords(target.value)}
        />
        <div>
          <Button type="submit" variant="primary" busy={isPending}>
            {t.complain}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
