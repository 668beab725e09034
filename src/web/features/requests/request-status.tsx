import type { Machine, Side } from '#domain/values/machine.ts';
import { StatusTag, Tag } from '#web/ui/display/tag.tsx';
import { requestTexts } from './request-texts.ts';

/** The state of a case, and whether it has been put away. */
export function RequestStatus<Status extends string>({
  of,
  status,
  side,
  archivedAt,
}: {
  of: Machine<Status, string>;
  status: Status;
  side?: Side;
  archivedAt: string | null;
}) {
  return (
    <>
      <StatusTag of={of} status={status} {...(side && { side })} />{' '}
      {archivedAt && <Tag tone="neutral">{requestTexts.archived}</Tag>}
    </>
  );
}
