import { type CloseReason, type SettlementStatus, settlementShown } from '#domain/settlements/settlement.ts';
import { Tag } from '#web/ui/display/tag.tsx';

interface Tagged {
  status: SettlementStatus;
  closeReason: CloseReason | null;
  /** An older node that still runs beside this one does not tell it. */
  standsStill?: boolean;
}

/** The status of a settlement, of a closed one how it ended, and that it stands still where it does: the same in lists and on its page. */
export function SettlementTag({ of }: { of: Tagged }) {
  const { label, tone } = settlementShown(of.status, of.closeReason, of.standsStill);
  return <Tag tone={tone}>{label}</Tag>;
}
