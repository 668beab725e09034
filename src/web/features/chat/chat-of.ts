import { chats } from '#contract/settlements/chats.ts';
import { useReadOf } from '#web/kit/data/query.ts';
import { accessTo } from '#web/kit/session/access.ts';
import { useMe } from '#web/kit/session/session.ts';

/** What the talk is asked for by: its settlement, or its request. */
export type ChatOf = { settlementId: number } | { individualId: number; requestId: number };

/** The number of a talk; null while it is not known, and for whoever takes no part in it. */
export function useChatOf(of: ChatOf): number | null {
  const me = useMe();
  const isOpen = accessTo(chats.info, me) !== 'no';
  const bySettlement = useReadOf(
    chats.ofSettlement,
    isOpen && 'settlementId' in of ? { params: { id: of.settlementId } } : undefined,
  );
  const byRequest = useReadOf(
    chats.ofRequest,
    isOpen && 'requestId' in of ? { params: { id: of.individualId, qid: of.requestId } } : undefined,
  );
  return bySettlement.data?.id ?? byRequest.data?.id ?? null;
}
