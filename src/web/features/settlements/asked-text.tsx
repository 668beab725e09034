import { settlements } from '#contract/settlements/settlements.ts';
import { useRead } from '#web/kit/data/query.ts';
import { TextDialog } from '#web/kit/signing/text-dialog.tsx';

/** What a head is asked to sign, as he would sign it now. */
export function AskedText({
  params,
  approvalId,
  kind,
  onClose,
}: {
  params: { id: number; x: number };
  approvalId: number;
  kind: 'terms' | 'addendum';
  onClose: () => void;
}) {
  const read = useRead(settlements.readAsked, { params, body: { approvalId, opens: true } });
  return <TextDialog kind={kind} read={read} onClose={onClose} />;
}
