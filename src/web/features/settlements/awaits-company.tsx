import type { Operation } from '#contract/kernel/op.ts';
import { approvals } from '#contract/platform/approvals.ts';
import { allRequests } from '#contract/settlements/requests.ts';
import { settlements } from '#contract/settlements/settlements.ts';
import { useReadOf } from '#web/kit/data/query.ts';
import { useCompanyFilter } from '#web/kit/list/filters/narrowed.ts';
import { accessTo } from '#web/kit/session/access.ts';
import { useMe } from '#web/kit/session/session.ts';
import { Notice } from '#web/ui/display/notice.tsx';
import type { Href } from '#web/ui/href.ts';
import { Link } from '#web/ui/link.tsx';
import { awaitsTexts as t } from './awaits-texts.ts';

interface Awaiting {
  to: Href;
  search: Readonly<Record<string, unknown>>;
  words: (count: number) => string;
  count: number;
}

/**
 * What waits for a company's people, on the page on which everybody comes in (docs/specification.md): how much of each, and the list
 * of it; nothing where nothing waits.
 */
export function AwaitsCompany() {
  const items = useAwaiting().filter(({ count }) => count > 0);
  if (items.length === 0) return null;
  return (
    <Notice>
      <strong>{t.title}</strong>{' '}
      {items.map(({ to, search, words, count }, index) => (
        <span key={to}>
          {index > 0 && ' · '}
          <Link to={to} search={search}>
            {words(count)}
          </Link>
        </span>
      ))}
    </Notice>
  );
}

const ours: { filter: { turn: 'creditor'[] } } = { filter: { turn: ['creditor'] } };
const pending: { filter: { status: 'pending'[] } } = { filter: { status: ['pending'] } };

function useAwaiting(): Awaiting[] {
  const me = useMe();
  const asks = (op: Operation) => accessTo(op, me) === 'yes';
  // Of the company whose settlements the list shows.
  const counted = { filter: { ...ours.filter, ...useCompanyFilter(settlements.counts) } };
  const bargaining = useReadOf(settlements.counts, asks(settlements.counts) ? { query: counted } : undefined);
  const asked = useReadOf(allRequests.counts, asks(allRequests.counts) ? { query: {} } : undefined);
  const decided = useReadOf(approvals.counts, asks(approvals.counts) ? { query: {} } : undefined);
  return [
    { to: '/dashboard/settlements', search: ours, words: t.settlements, count: under('all', bargaining.data) },
    { to: '/dashboard/requests', search: pending, words: t.requests, count: under('pending', asked.data) },
    { to: '/approvals', search: pending, words: t.approvals, count: under('pending', decided.data) },
  ];
}

/** How many there are under a tab, as soon as it is known. */
const under = (tab: string, answer: { counts: Readonly<Record<string, number>> } | undefined): number =>
  answer?.counts[tab] ?? 0;
