import { simpleRegistries } from '#contract/registries/simple-registries.ts';
import { OwnList } from '#web/features/claims/own-list.tsx';
import { type OwnSimple, SimpleCard } from '#web/features/claims/simple-card.tsx';
import { debtTexts } from '#web/features/claims/texts.ts';

/** What creditors have declared of a person, for him to accept or to reject. */
export const OwnEntries = ({ individualId }: { individualId: number }) => (
  <OwnList operation={simpleRegistries.own} individualId={individualId} words={debtTexts.simple}>
    {(entry: OwnSimple) => <SimpleCard entry={entry} individualId={individualId} />}
  </OwnList>
);
