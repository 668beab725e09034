import { consents } from '#contract/parties/consents.ts';
import { useRead } from '#web/kit/data/query.ts';
import { WithObject } from '#web/kit/detail/with-object.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
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
