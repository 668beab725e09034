import { requestShown } from '#domain/negotiation/request.ts';
import { Tag } from '#web/ui/display/tag.tsx';

/** The status of a request, and of one whose agreement has ended how that ended. */
export function RequestTag({ of }: { of: Parameters<typeof requestShown>[0] }) {
  const { label, tone } = requestShown(of);
  return <Tag tone={tone}>{label}</Tag>;
}
