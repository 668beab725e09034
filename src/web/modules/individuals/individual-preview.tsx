import { individuals } from '#contract/individuals.ts';
import { formatDay, parseDay } from '#domain/days.ts';
import { fullName } from '#domain/person-name.ts';
import { formatPhone } from '#domain/phone.ts';
import { verification } from '#domain/verification.ts';
import { useRead } from '#web/app/data/query.ts';
import { Facts } from '#web/ui/facts.tsx';
import { formatInstantDay, formatWaiting } from '#web/ui/format.ts';
import { Notice } from '#web/ui/notice.tsx';
import { StatusTag } from '#web/ui/tag.tsx';
import { texts } from './texts.ts';

const { columns: titles, own } = texts;

/** A person at a glance, beside the list; `isNamed` when the panel says who he is. */
export function IndividualPreview({ id, isNamed }: { id: number; isNamed: boolean }) {
  const { data, error, isPlaceholderData } = useRead(individuals.get, { params: { id } });
  if (error) return <Notice tone="danger">{error.message}</Notice>;
  if (!data || isPlaceholderData) return <p role="status">{texts.loading}</p>;
  const born = data.birthDate && parseDay(data.birthDate);
  return (
    <>
      <div>
        <StatusTag of={verification} status={data.verificationStatus} />
      </div>
      <Facts
        items={[
          ...(isNamed ? [] : [{ label: own.name, value: fullName(data) }]),
          ...(data.pendingSince ? [{ label: titles.pendingSince, value: formatWaiting(data.pendingSince) }] : []),
          { label: own.birthDate, value: born ? formatDay(born) : null },
          { label: own.inn, value: data.inn },
          { label: own.snils, value: data.snils },
          { label: own.phone, value: data.phone && formatPhone(data.phone) },
          { label: own.email, value: data.email },
          { label: titles.createdAt, value: formatInstantDay(data.createdAt) },
        ]}
      />
    </>
  );
}
