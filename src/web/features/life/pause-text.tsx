import { pauses } from '#contract/settlements/pauses.ts';
import { useRead } from '#web/kit/data/query.ts';
import { TextDialog } from '#web/kit/signing/text-dialog.tsx';

/** The addendum of the pause that is asked for, as it would be signed today. */
export function PauseText({ params, onClose }: { params: { id: number; x: number }; onClose: () => void }) {
  const read = useRead(pauses.draft, { params, body: { opens: true } });
  return <TextDialog kind="addendum" read={read} onClose={onClose} />;
}
