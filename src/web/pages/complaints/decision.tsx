import { useState } from 'react';
import type { Result } from '#contract/kernel/op.ts';
import { complaints } from '#contract/settlements/complaints.ts';
import {
  COMPLAINT_LENGTH,
  CONTACT_FINDINGS,
  type ContactFinding,
  complaintMachine,
} from '#domain/parties/complaint.ts';
import { useMove } from '#web/kit/detail/use-move.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { formatInstant } from '#web/ui/format.ts';
import { FindingField } from './finding-field.tsx';
import { heardOf } from './heard.ts';
import { Known } from './known.tsx';
import { texts as t } from './texts.ts';

type Complaint = Result<typeof complaints.get>;

/** What was decided; or the way to decide, or why the reader does not. */
export function Decision({ complaint }: { complaint: Complaint }) {
  const { status, finding, answer, decidedBy, decidedAt, moves, isOfReader, isByReader } = complaint;
  if (status !== 'open') {
    return (
      <Known
        items={[
          { label: t.finding, value: finding && CONTACT_FINDINGS[finding] },
          { label: t.columns.answer, value: answer },
          { label: t.columns.decidedBy, value: decidedBy },
          { label: t.columns.decidedAt, value: decidedAt && formatInstant(decidedAt) },
        ]}
      />
    );
  }
  if (moves.length > 0) return <Decide complaint={complaint} />;
  if (isOfReader) return <Notice>{t.isOfReader}</Notice>;
  return <Notice>{isByReader ? t.isByReader : t.notYours}</Notice>;
}

/** Either way whoever has complained is answered. The buttons are seen at once; what follows from them, and who else hears of it, is said beneath them. */
function Decide({ complaint }: { complaint: Complaint }) {
  const { id, seen, findings, message } = complaint;
  const [answer, setAnswer] = useState('');
  const [finding, setFinding] = useState<ContactFinding>();
  const [isMissing, setMissing] = useState(false);
  const [busy, decide] = useMove(
    complaints.decide,
    ({ status }) => t.decided[status === 'upheld' ? 'uphold' : 'dismiss'],
  );
  const make = (move: 'uphold' | 'dismiss'): void => {
    const isBlank = answer.trim() === '';
    setMissing(isBlank);
    const found = move === 'uphold' && finding !== undefined ? { finding } : {};
    if (!isBlank) decide({ params: { id }, body: { move, answer, seen, ...found } });
  };
  return (
    <div className="stack-tight">
      <TextArea
        label={t.yourAnswer}
        hint={t.answerHint}
        value={answer}
        maxLength={COMPLAINT_LENGTH}
        error={isMissing ? t.needAnswer : undefined}
        onChange={({ target }) => setAnswer(target.value)}
      />
      {findings.length > 0 && <FindingField value={finding} onChoose={setFinding} />}
      <div className="row">
        <Button
          variant="primary"
          busy={busy}
          closed={findings.length > 0 && finding === undefined ? t.needFinding : undefined}
          onClick={() => make('uphold')}
        >
          {complaintMachine.moves.uphold.label}
        </Button>
        <Button variant="danger" busy={busy} onClick={() => make('dismiss')}>
          {complaintMachine.moves.dismiss.label}
        </Button>
      </div>
      <p className="dim small">
        {[findings.length > 0 && t.findingHint, heardOf(complaint), message && t.staysAway].filter(Boolean).join(' ')}
      </p>
    </div>
  );
}
