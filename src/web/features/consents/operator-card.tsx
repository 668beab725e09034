import { consents } from '#contract/consents.ts';
import { Card } from '#web/ui/card.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useRead } from '../data/query.ts';
import { WithObject } from '../detail/with-object.tsx';
import { ConsentList } from './list.tsx';
import { consentTexts as t } from './texts.ts';

/** What a person has agreed to, and whether he is leaving, as operators see it. */
export function ConsentsOfPerson({ id }: { id: number }) {
  const read = useRead(consents.ofIndividual, { params: { id } });
  return (
    <Card title={t.title}>
      <WithObject read={read}>
        {({ items, erasure }) => (
          <>
            {erasure && <Notice tone="warning">{t.leaving(erasure)}</Notice>}
            <ConsentList items={items} />
          </>
        )}
      </WithObject>
    </Card>
  );
}
