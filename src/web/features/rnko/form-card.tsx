import { useState } from 'react';
import type { Result } from '#contract/kernel/op.ts';
import { rnkoForms } from '#contract/parties/rnko.ts';
import { FUNDS_SOURCES, rnkoFormMachine } from '#domain/parties/rnko-form.ts';
import { formatPhone } from '#domain/values/phone.ts';
import { useFollow } from '#web/kit/data/query.ts';
import { MoveButton } from '#web/kit/detail/move-button.tsx';
import { WithObject } from '#web/kit/detail/with-object.tsx';
import { typedShare } from '#web/kit/form/typed.ts';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { type Fact, Facts } from '#web/ui/display/facts.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import { Tag } from '#web/ui/display/tag.tsx';
import { formatDayOf, formatInstant, formatMoneyOf } from '#web/ui/format.ts';
import { openDialog } from '#web/ui/overlays/open-dialog.ts';
import { rnkoTexts } from './texts.ts';

const FillForm = lazyPart(
  () => import('./fill-form.tsx'),
  (module) => module.FillForm,
);
const RejectDialog = lazyPart(
  () => import('./reject-dialog.tsx'),
  (module) => module.RejectDialog,
);

const t = rnkoTexts.form;
export type Questionnaire = Result<typeof rnkoForms.get>;

/** While the partner is silent it may be told to him at any moment; how long he looks at it nobody watches. */
const isOnItsWay = ({ status, partnerSilent }: Questionnaire): boolean => status === 'sent' && partnerSilent;

/** The questionnaire of a company for the credit organisation: its head fills it, operators review and send it. */
export function FormCard({ legalEntityId }: { legalEntityId: number }) {
  const read = useFollow(rnkoForms.get, isOnItsWay, { params: { id: legalEntityId } });
  const [isEdited, setIsEdited] = useState(false);
  return (
    <Card title={t.title}>
      <p className="dim">{t.order}</p>
      <WithObject read={read}>
        {(form) =>
          isEdited ? (
            <FillForm legalEntityId={legalEntityId} form={form} onClose={() => setIsEdited(false)} />
          ) : (
            <Shown legalEntityId={legalEntityId} form={form} onEdit={() => setIsEdited(true)} />
          )
        }
      </WithObject>
    </Card>
  );
}

function Shown({ legalEntityId, form, onEdit }: { legalEntityId: number; form: Questionnaire; onEdit: () => void }) {
  const { status, moves, version } = form;
  return (
    <>
      <div className="row">
        <Tag tone={rnkoFormMachine.tone(status)}>{rnkoFormMachine.label(status)}</Tag>
      </div>
      <StatusNotice form={form} />
      {version > 0 && <Facts items={factsOf(form)} />}
      <div className="row">
        {moves.includes('fill') && (
          <Button variant="primary" onClick={onEdit}>
            {version === 0 ? t.fill : t.change}
          </Button>
        )}
        {(['startReview', 'approve', 'send'] as const)
          .filter((move) => moves.includes(move) && !(move === 'startReview' && isUnfinished(form)))
          .map((move) => (
            <MoveButton
              key={move}
              operation={rnkoForms[move]}
              input={{ params: { id: legalEntityId } }}
              label={t.moves[move]}
              done={t.done[move]}
              variant="primary"
            />
          ))}
        {moves.includes('reject') && (
          <Button onClick={() => openDialog((close) => <RejectDialog legalEntityId={legalEntityId} onClose={close} />)}>
            {t.moves.reject}
          </Button>
        )}
      </div>
    </>
  );
}

const isUnfinished = ({ missing }: Questionnaire): boolean => Object.keys(missing).length > 0;

/** How far the questionnaire is and what follows. */
function StatusNotice({ form }: { form: Questionnaire }) {
  const { status, reason, partnerSilent, version } = form;
  if (status === 'draft' && version === 0) return <p>{t.empty}</p>;
  const states: Record<typeof status, State> = {
    draft: draftState(form),
    review: ['info', t.inReview],
    rejected: ['danger', t.returned(reason)],
    approved: ['info', t.approved],
    sent: partnerSilent ? ['warning', t.silent] : ['info', t.checking],
    accepted: ['success', t.accepted],
    declined: ['danger', t.declined(reason)],
  };
  const [tone, text] = states[status];
  return <Notice tone={tone}>{text}</Notice>;
}

type State = readonly [tone: 'info' | 'success' | 'warning' | 'danger', text: string];

const draftState = (form: Questionnaire): State =>
  isUnfinished(form) ? ['warning', t.missing(namesOf(Object.keys(form.missing)))] : ['info', t.waits];

const namesOf = (fields: readonly string[]): string =>
  fields.map((field) => t.fields[field as keyof typeof t.fields].toLowerCase()).join('; ');

function factsOf(form: Questionnaire): Fact[] {
  const remarkAt = (field: string) => form.remarks.find((remark) => remark.field === field)?.text;
  const { monthlyTurnover, fundsSource, contactPhone, owners } = form;
  const values = {
    activity: form.activity,
    purpose: form.purpose,
    monthlyTurnover: monthlyTurnover && formatMoneyOf(monthlyTurnover),
    fundsSource: fundsSource && FUNDS_SOURCES[fundsSource],
    contactName: form.contactName,
    contactPhone: contactPhone && formatPhone(contactPhone),
    owners: owners.length > 0 && (
      <ul>
        {owners.map((owner) => (
          <li key={owner.name}>{ownerLine(owner)}</li>
        ))}
      </ul>
    ),
  };
  const facts = Object.entries(values).map(([field, value]) => ({
    label: t.fields[field as keyof typeof values],
    value,
    remark: remarkAt(field),
  }));
  return form.sentAt === null
    ? facts
    : [...facts, { label: rnkoTexts.identity.sentAt, value: formatInstant(form.sentAt), remark: undefined }];
}

const ownerLine = ({ name, birthDate, shareBps, isPublic }: Questionnaire['owners'][number]): string =>
  [name, birthDate && formatDayOf(birthDate), `${typedShare(shareBps)} %`, isPublic && t.owner.public]
    .filter(Boolean)
    .join(', ');
