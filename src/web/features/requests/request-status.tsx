import type { ReactNode } from 'react';
import { Tag } from '#web/ui/display/tag.tsx';
import { requestTexts } from './request-texts.ts';

/** The tag of a request, whatever its kind, and whether it has been put away. */
export function RequestStatus({ archivedAt, children }: { archivedAt: string | null; children: ReactNode }) {
  return (
    <>
      {children} {archivedAt && <Tag tone="neutral">{requestTexts.archived}</Tag>}
    </>
  );
}
