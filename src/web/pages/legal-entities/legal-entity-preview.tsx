import { legalEntities } from '#contract/parties/legal-entities.ts';
import { formatPhone } from '#domain/values/phone.ts';
import { useRead } from '#web/kit/data/query.ts';
import { VerifiedGlance } from '#web/kit/detail/glance.tsx';
import { formatInstantDay } from '#web/ui/format.ts';
import { texts } from './texts.ts';

const { columns: titles, preview } = texts;

/** A company at a glance, beside the list. */
export function LegalEntityPreview({ id }: { id: number }) {
  const read = useRead(legalEntities.get, { params: { id } });
  return (
    <VerifiedGlance
      read={read}
      waiting={titles.pendingSince}
      facts={(company) => [
        { label: preview.fullName, value: company.fullName },
        { label: titles.inn, value: company.inn },
        { label: preview.kpp, value: company.kpp },
        { label: titles.ogrn, value: company.ogrn },
        { label: preview.address, value: company.legalAddress },
        { label: preview.phone, value: company.phone && formatPhone(company.phone) },
        { label: preview.email, value: company.email },
        { label: titles.createdAt, value: formatInstantDay(company.createdAt) },
      ]}
    />
  );
}
