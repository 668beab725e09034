import { COMPLAINT_KINDS, complaintKindOf, complaintMachine } from '#domain/parties/complaint.ts';
import { SupportButton } from '#web/features/support/support-button.tsx';
import { useMe } from '#web/kit/session/session.ts';
import { Facts } from '#web/ui/display/facts.tsx';
import { StatusTag } from '#web/ui/display/tag.tsx';
import { formatInstant } from '#web/ui/format.ts';
import type { Made } from './complaint.tsx';
import { texts as t } from './texts.ts';

/** One's complaint whole: which and when, in whose words, what was decided, and what is left to do. */
export function ComplaintDetails({ made }: { made: Made }) {
  const { status, kind, contact, thing, words, answer, createdAt, decidedAt } = made;
  const facts = [
    { label: t.facts.status, value: <StatusTag of={complaintMachine} status={status} /> },
    { label: t.facts.thing, value: thing },
    { label: t.facts.kind, value: contact ? complaintKindOf(kind, contact) : COMPLAINT_KINDS[kind] },
    { label: t.facts.words, value: words },
    { label: t.facts.createdAt, value: formatInstant(createdAt) },
    { label: t.facts.answer, value: answer },
    { label: t.facts.decidedAt, value: decidedAt && formatInstant(decidedAt) },
  ];
  return (
    <div className="stack-tight">
      <Facts items={facts.filter(({ value }) => value !== null)} />
      {status !== 'open' && <Further of={made} />}
    </div>
  );
}

/** Who does not agree writes to support; a debtor may also write to those who watch over creditors (230-ФЗ, ст. 18). */
function Further({ of: { isOfCreditor } }: { of: Made }) {
  const isDebtor = useMe()?.kind === 'individual';
  return (
    <>
      <p>{t.disagree}</p>
      {isDebtor && isOfCreditor && <p>{t.watchers}</p>}
      <div>
        <SupportButton />
      </div>
    </>
  );
}
