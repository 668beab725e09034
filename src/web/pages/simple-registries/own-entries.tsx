import { simpleRegistries } from '#contract/simple-registries.ts';
import { OwnList } from '#web/app/claims/own-list.tsx';
import { type OwnSimple, SimpleCard } from '#web/app/claims/simple-card.tsx';
import { debtTexts } from '#web/app/claims/texts.ts';

/** What creditors have declared of a person, for him to accept or to reject. */
export const OwnEntries = ({ individualId }: { individualId: number }) => (
  <OwnList operation={simpleRegistries.own} individualId={individualId} words={debtTexts.simple}>
    {(entry: OwnSimple) => <SimpleCard entry={entry} individualId={individualId} />}
  </OwnList>
);
