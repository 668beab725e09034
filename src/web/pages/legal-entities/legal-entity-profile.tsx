import { useState } from 'react';
import type { Result } from '#contract/kernel/op.ts';
import { legalEntities } from '#contract/parties/legal-entities.ts';
import { legalEntityTypes } from '#contract/platform/dictionaries.ts';
import { formatPhone } from '#domain/values/phone.ts';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { AssignWord } from '#web/kit/parts/assign-word.tsx';
import { Can } from '#web/kit/session/can.tsx';
import { useMe } from '#web/kit/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { type Fact, Facts } from '#web/ui/display/facts.tsx';
import { cardTexts as t } from './card-texts.ts';

const LegalEntityForm = lazyPart(
  () => import('./legal-entity-form.tsx'),
  (module) => module.LegalEntityForm,
);

type Company = Result<typeof legalEntities.get>;

/** A company's data, to be looked at and, by whom that is allowed, to be changed; remarks are at their fields. */
export function LegalEntityProfile({ company }: { company: Company }) {
  const [isEdited, setIsEdited] = useState(false);
  const lock = useLock(company);
  if (isEdited) return <LegalEntityForm company={company} onClose={() => setIsEdited(false)} />;
  return (
    <Card title={t.profile}>
      <Facts items={factsOf(company)} />
      <div className="row">
        <Can op={legalEntities.update} params={{ id: company.id }}>
          <Button closed={lock} onClick={() => setIsEdited(true)}>
            {t.edit}
          </Button>
        </Can>
        <AssignWord
          operation={legalEntities.setType}
          list={legalEntityTypes.list}
          field="typeId"
          label={t.fields.type}
          action={t.assign}
          card={company}
          current={company.typeId}
        />
      </div>
    </Card>
  );
}

/** Why its own people cannot change the company now; nothing when they can. An operator always may. */
export function useLock({ verificationStatus: status }: Company): string | undefined {
  const isOwn = useMe()?.kind === 'employee';
  return isOwn && (status === 'pending' || status === 'blocked') ? t.locked[status] : undefined;
}

/** The remark of the verifier at a field, if there is one. */
export const remarkAt = ({ remarks }: Company, field: string): string | undefined =>
  remarks.find((remark) => remark.field === field)?.text;

function factsOf(company: Company): Fact[] {
  const { fullName, shortName, type, inn, kpp, ogrn, legalAddress, phone, email, site } = company;
  const values = {
    fullName,
    shortName,
    type,
    inn,
    kpp,
    ogrn,
    legalAddress,
    phone: phone && formatPhone(phone),
    email,
    site,
  };
  return Object.entries(values).map(([field, value]) => ({
    label: t.fields[field as keyof typeof values],
    value,
    remark: remarkAt(company, field),
  }));
}
