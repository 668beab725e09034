import { Chip } from './chip.tsx';
import type { SoughtKind } from './filter-kinds.ts';
import { useNameOf } from './sought-name.ts';

interface SoughtChipProps {
  kind: SoughtKind;
  label: string;
  id: number;
  onRemove: () => void;
}

/** A filter by a person or a company, called by the name. */
export default function SoughtChip({ kind, label, id, onRemove }: SoughtChipProps) {
  return <Chip text={`${label}: ${useNameOf(kind, id) ?? '…'}`} onRemove={onRemove} />;
}
