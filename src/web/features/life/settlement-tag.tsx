import { type CloseReason, type SettlementStatus, settlementShown } from '#domain/settlements/settlement.ts';
import { Tag } from '#web/ui/display/tag.tsx';
import { type LifeEvent, standstill } from './running-events.ts';
import { stopTexts } from './stop-texts.ts';

interface Tagged {
  status: SettlementStatus;
  closeReason: CloseReason | null;
}

/**
 * The status of a settlement, of a closed one how it ended, and that it stands still where it does: nobody waits for a payment that is
 * not asked for.
 */
export function SettlementTag({ of, life = [] }: { of: Tagged; life?: readonly LifeEvent[] }) {
  const { status, closeReason } = of;
  if (standstill({ status }, life)) return <Tag tone="warning">{stopTexts.tags[status]}</Tag>;
  const { label, tone } = settlementShown(status, closeReason);
  return <Tag tone={tone}>{label}</Tag>;
}
