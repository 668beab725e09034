import { type SettlementStatus, settlementMachine } from '#domain/settlements/settlement.ts';
import { StatusTag, Tag } from '#web/ui/display/tag.tsx';
import { type LifeEvent, standstill } from './running-events.ts';
import { stopTexts } from './stop-texts.ts';

/** The status of a settlement, and that it stands still where it does: nobody waits for a payment that is not asked for. */
export function SettlementTag({ status, life }: { status: SettlementStatus; life: readonly LifeEvent[] }) {
  if (standstill({ status }, life)) return <Tag tone="warning">{stopTexts.tags[status]}</Tag>;
  return <StatusTag of={settlementMachine} status={status} />;
}
