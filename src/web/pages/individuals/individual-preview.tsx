import { individuals } from '#contract/parties/individuals.ts';
import { formatDay, parseDay } from '#domain/values/days.ts';
import { fullName } from '#domain/values/person-name.ts';
import { formatPhone } from '#domain/values/phone.ts';
import { useRead } from '#web/kit/data/query.ts';
import { VerifiedGlance } from '#web/kit/detail/glance.tsx';
import { formatInstantDay } from '#web/ui/format.ts';
import { texts } from './texts.ts';

const { columns: titles, own } = texts;

/** A person at a glance, beside the list; `isNamed` when the panel says who he is. */
export function IndividualPreview({ id, isNamed }: { id: number; isNamed: boolean }) {
  const read = useRead(individuals.get, { params: { id } });
  return (
    <VerifiedGlance
      read={read}
      waiting={titles.pendingSince}
      facts={(person) => {
        const born = person.birthDate && parseDay(person.birthDate);
        return [
          ...(isNamed ? [] : [{ label: own.name, value: fullName(person) }]),
          { label: own.birthDate, value: born ? formatDay(born) : null },
          { label: own.inn, value: person.inn },
          { label: own.snils, value: person.snils },
          { label: own.phone, value: person.phone && formatPhone(person.phone) },
          { label: own.email, value: person.email },
          { label: titles.createdAt, value: formatInstantDay(person.createdAt) },
        ];
      }}
    />
  );
}
