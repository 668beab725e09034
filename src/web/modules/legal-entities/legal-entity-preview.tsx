import { legalEntities } from '#contract/legal-entities.ts';
import { formatPhone } from '#domain/phone.ts';
import { verification } from '#domain/verification.ts';
import { useRead } from '#web/app/data/query.ts';
import { Facts } from '#web/ui/facts.tsx';
import { formatInstantDay, formatWaiting } from '#web/ui/format.ts';
import { Notice } from '#web/ui/notice.tsx';
import { StatusTag } from '#web/ui/tag.tsx';
import { texts } from './texts.ts';

const { columns: titles, preview } = texts;

/** A company at a glance, beside the list. */
export function LegalEntityPreview({ id }: { id: number }) {
  const { data, error, isPlaceholderData } = useRead(legalEntities.get, { params: { id } });
  if (error) return <Notice tone="danger">{error.message}</Notice>;
  if (!data || isPlaceholderData) return <p role="status">{texts.loading}</p>;
  return (
    <>
      <div>
        <StatusTag of={verification} status={data.verificationStatus} />
      </div>
      <Facts
        items={[
          ...(data.pendingSince ? [{ label: titles.pendingSince, value: formatWaiting(data.pendingSince) }] : []),
          { label: preview.fullName, value: data.fullName },
          { label: titles.inn, value: data.inn },
          { label: preview.kpp, value: data.kpp },
          { label: titles.ogrn, value: data.ogrn },
          { label: preview.address, value: data.legalAddress },
          { label: preview.phone, value: data.phone && formatPhone(data.phone) },
          { label: preview.email, value: data.email },
          { label: titles.createdAt, value: formatInstantDay(data.createdAt) },
        ]}
      />
    </>
  );
}
