import { type PageAddress, pagePath } from '#contract/kernel/page-path.ts';
import type { Subject } from '#server/platform/state/transition.ts';

/** The page of somebody under verification. @param tab the part of it that opens */
export const cardOf = ({ table, id }: Subject, tab?: string): PageAddress => {
  const given = { id, ...(tab !== undefined && { tab }) };
  return table === 'individuals' ? pagePath('/individual-{$id}', given) : pagePath('/legal-entity-{$id}', given);
};
