import { useState } from 'react';
import type { Result } from '#contract/kernel/op.ts';
import { legalEntities } from '#contract/parties/legal-entities.ts';
import { formatDay, parseDay } from '#domain/values/days.ts';
import { formatPhone } from '#domain/values/phone.ts';
import { useRead } from '#web/kit/data/query.ts';
import { WithObject } from '#web/kit/detail/with-object.tsx';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { Can } from '#web/kit/session/can.tsx';
import { useMe } from '#web/kit/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { type Fact, Facts } from '#web/ui/display/facts.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import { cardTexts } from './card-texts.ts';
import { remarkAt, useLock } from './legal-entity-profile.tsx';

const RepresentativeForm = lazyPart(
  () => import('./representative-form.tsx'),
  (module) => module.RepresentativeForm,
);

const t = cardTexts.representative;

type Company = Result<typeof legalEntities.get>;
type Representative = Result<typeof legalEntities.representative>;

/** Who acts for the company, and on what ground. */
export function RepresentativeTab({ company }: { company: Company }) {
  const read = useRead(legalEntities.representative, { params: { id: company.id } });
  const [isEdited, setIsEdited] = useState(false);
  const lock = useLock(company);
  const remark = remarkAt(company, 'representative');
  return (
    <Card title={t.title}>
      {remark && <Notice tone="warning">{remark}</Notice>}
      <WithObject read={read}>
        {(representative) =>
          isEdited ? (
            <RepresentativeForm company={company} representative={representative} onClose={() => setIsEdited(false)} />
          ) : (
            <>
              {representative.basis === 'charter' && !representative.email && <NoEmail />}
              <Facts items={factsOf(representative)} />
              <div className="row">
                <Can op={legalEntities.updateRepresentative} params={{ id: company.id }}>
                  <Button closed={lock} onClick={() => setIsEdited(true)}>
                    {representative.version === 0 ? t.name : cardTexts.edit}
                  </Button>
                </Can>
              </div>
            </>
          )
        }
      </WithObject>
    </Card>
  );
}

/** By the charter signs whom the card names by name and e-mail (docs/decisions/0096). */
function NoEmail() {
  const isOperator = useMe()?.kind === 'operator';
  return (
    <Notice tone="warning">
      <div className="stack-tight">
        <strong>{t.noEmail}</strong>
        <p>{isOperator ? t.noEmailOperator : t.noEmailOwn}</p>
      </div>
    </Notice>
  );
}

function factsOf(person: Representative): Fact[] {
  const day = (value: string | null) => {
    const parsed = parseDay(value ?? '');
    return parsed && formatDay(parsed);
  };
  const { version: _, ...values } = {
    ...person,
    basis: person.basis && t.bases[person.basis],
    basisDate: day(person.basisDate),
    basisValidUntil: day(person.basisValidUntil),
    phone: person.phone && formatPhone(person.phone),
  };
  return Object.entries(values).map(([field, value]) => ({
    label: t.fields[field as keyof typeof values],
    value,
  }));
}
