import { type CloseReason, type SettlementStatus, settlementShown } from '#domain/settlements/settlement.ts';
import { Tag } from '#web/ui/display/tag.tsx';
import { type LifeEvent, standstill } from './running-events.ts';

interface Tagged {
  status: SettlementStatus;
  closeReason: CloseReason | null;
  /** An older node that still runs beside this one does not tell it. */
  standsStill?: boolean;
  isLate?: boolean;
}

/**
 * The status of a settlement, of a closed one how it ended, and that it stands still or is late where it does or is: the same in lists and on its page.
 * @param life what its page knows of its debtor: it counts where the node that has answered does not tell whether it stands still
 */
export function SettlementTag({ of, life = [] }: { of: Tagged; life?: readonly LifeEvent[] }) {
  const { label, tone } = settlementShown(of.status, of.closeReason, {
    standsStill: of.standsStill ?? standstill(of, life) !== undefined,
    isLate: of.isLate,
  });
  return <Tag tone={tone}>{label}</Tag>;
}
