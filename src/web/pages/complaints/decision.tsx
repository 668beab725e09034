import { useState } from 'react';
import type { Result } from '#contract/kernel/op.ts';
import { complaints } from '#contract/settlements/complaints.ts';
import { COMPLAINT_LENGTH, complaintMachine } from '#domain/parties/complaint.ts';
import { useMove } from '#web/kit/detail/use-move.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { formatInstant } from '#web/ui/format.ts';
import { Known } from './known.tsx';
import { texts as t } from './texts.ts';

type Complaint = Result<typeof complaints.get>;

/** What was decided; or the way to decide, or why the reader does not. */
export function Decision({ complaint }: { complaint: Complaint }) {
  const { status, answer, decidedBy, decidedAt, moves, isOfReader } = complaint;
  if (status !== 'open') {
    return (
      <Known
        items={[
          { label: t.columns.answer, value: answer },
          { label: t.columns.decidedBy, value: decidedBy },
          { label: t.columns.decidedAt, value: decidedAt && formatInstant(decidedAt) },
        ]}
      />
    );
  }
  return moves.length > 0 ? (
    <Decide complaint={complaint} />
  ) : (
    <Notice>{isOfReader ? t.isOfReader : t.notYours}</Notice>
  );
}

/** Either way whoever has complained is answered; who else hears of it is said before. */
function Decide({ complaint: { id, message, tellsCreditor } }: { complaint: Complaint }) {
  const [answer, setAnswer] = useState('');
  const [isMissing, setMissing] = useState(false);
  const [busy, decide] = useMove(
    complaints.decide,
    ({ status }) => t.decided[status === 'upheld' ? 'uphold' : 'dismiss'],
  );
  const make = (move: 'uphold' | 'dismiss'): void => {
    const isBlank = answer.trim() === '';
    setMissing(isBlank);
    if (!isBlank) decide({ params: { id }, body: { move, answer } });
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
      <p className="dim small">
        {[tellsCreditor ? t.creditorTold : t.creditorNotTold, message && t.staysAway].filter(Boolean).join(' ')}
      </p>
      <div className="row">
        <Button variant="primary" busy={busy} onClick={() => make('uphold')}>
          {complaintMachine.moves.uphold.label}
        </Button>
        <Button variant="danger" busy={busy} onClick={() => make('dismiss')}>
          {complaintMachine.moves.dismiss.label}
        </Button>
      </div>
    </div>
  );
}
