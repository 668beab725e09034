import { consents } from '#contract/consents.ts';
import { Card } from '#web/ui/card.tsx';
import { useRead } from '../data/query.ts';
import { WithObject } from '../detail/with-object.tsx';
import { ConsentList } from './list.tsx';
import { consentTexts as t } from './texts.ts';

/** What a person has agreed to, as operators see it. */
export function ConsentsOfPerson({ id }: { id: number }) {
  const read = useRead(consents.ofIndividual, { params: { id } });
  return (
    <Card title={t.title}>
      <WithObject read={read}>{({ items }) => <ConsentList items={items} />}</WithObject>
    </Card>
  );
}
