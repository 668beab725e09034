import { useState } from 'react';
import type { Result } from '#contract/kernel/op.ts';
import { individuals } from '#contract/parties/individuals.ts';
import { individualCategories } from '#contract/platform/dictionaries.ts';
import { PERSON_PAPERS, type PersonPaper } from '#domain/parties/verification.ts';
import { formatDay, parseDay } from '#domain/values/days.ts';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { AssignWord } from '#web/kit/parts/assign-word.tsx';
import { revealTexts } from '#web/kit/parts/texts.ts';
import { Can } from '#web/kit/session/can.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { type Fact, Facts } from '#web/ui/display/facts.tsx';
import { openDialog } from '#web/ui/overlays/open-dialog.ts';
import { cardTexts as t } from './card-texts.ts';

const RevealDialog = lazyPart(
  () => import('#web/kit/parts/reveal-dialog.tsx'),
  (module) => module.RevealDialog,
);
const IndividualForm = lazyPart(
  () => import('./individual-form.tsx'),
  (module) => module.IndividualForm,
);

type Person = Result<typeof individuals.get>;
type Revealed = Partial<Result<typeof individuals.reveal>>;

/** A person's data, to be looked at and, by whom that is allowed, to be changed; remarks are at their fields. */
export function IndividualProfile({ person, isOwn }: { person: Person; isOwn: boolean }) {
  const [isEdited, setIsEdited] = useState(false);
  const [revealed, setRevealed] = useState<Revealed>({});
  const params = { id: person.id };
  const reveal = () =>
    openDialog((close) => (
      <RevealDialog
        operation={individuals.reveal}
        params={params}
        fields={hidden(person)}
        lead={t.reveal}
        onShown={setRevealed}
        onClose={close}
      />
    ));
  if (isEdited) return <IndividualForm person={person} isOwn={isOwn} onClose={() => setIsEdited(false)} />;
  return (
    <Card title={t.profile}>
      <Facts items={factsOf(person, revealed)} />
      <div className="row">
        <Can op={individuals.update} params={params}>
          <Button closed={isOwn ? lockOf(person) : undefined} onClick={() => setIsEdited(true)}>
            {t.edit}
          </Button>
        </Can>
        <AssignWord
          operation={individuals.setCategory}
          list={individualCategories.list}
          field="categoryId"
          label={t.fields.category}
          action={t.assign}
          card={person}
          current={person.categoryId}
        />
        {hidden(person).length > 0 && (
          <Can op={individuals.reveal} params={params}>
            <Button onClick={reveal}>{revealTexts.action}</Button>
          </Can>
        )}
      </div>
    </Card>
  );
}

/** Why the owner cannot change his data now; nothing when he can. */
const lockOf = ({ verificationStatus: status }: Person): string | undefined =>
  status === 'pending' || status === 'blocked' ? t.locked[status] : undefined;

/** What is known of the person and shown masked. */
const hidden = (person: Person): PersonPaper[] => PERSON_PAPERS.filter((field) => person[field] !== null);

function factsOf(person: Person, revealed: Revealed): Fact[] {
  const born = person.birthDate && parseDay(person.birthDate);
  const values = {
    lastName: person.lastName,
    firstName: person.firstName,
    middleName: person.middleName,
    category: person.category,
    birthDate: born && formatDay(born),
    inn: person.inn,
    ...(Object.fromEntries(PERSON_PAPERS.map((field) => [field, revealed[field] ?? person[field]])) as Record<
      PersonPaper,
      string | null
    >),
  };
  return Object.entries(values).map(([field, value]) => ({
    label: t.fields[field as keyof typeof values],
    value,
    remark: person.remarks.find((remark) => remark.field === field)?.text,
  }));
}
