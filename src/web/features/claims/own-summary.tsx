import { claims } from '#contract/registries/claims.ts';
import { simpleRegistries } from '#contract/registries/simple-registries.ts';
import { useRead } from '#web/kit/data/query.ts';
import type { Href } from '#web/ui/href.ts';
import { ButtonLink } from '#web/ui/link.tsx';
import { ClaimCard } from './claim-card.tsx';
import { claimHref } from './claim-link.tsx';
import { SimpleCard } from './simple-card.tsx';
import { debtTexts } from './texts.ts';

const t = debtTexts;
/** So many of each are on the overview itself. */
const few = 3;

/** What a person should do about his debts first; nothing when nobody wants anything of him. */
export function useOwnStep(individualId: number): { text: string; action: string; to: Href } | undefined {
  const { asked, owed } = useOwn(individualId);
  if (asked.data && asked.data.total > 0)
    return { text: t.simple.first, action: t.simple.answer, to: '/dashboard/simplified-registries' };
  const debts = owed.data?.items ?? [];
  // What he has called not his, paid or wrong waits for its creditor.
  const [first] = debts.filter(({ rejectReason }) => rejectReason === null);
  if (!first) return undefined;
  return owed.data!.total === 1
    ? { text: t.own.first.one, action: t.own.look.one, to: claimHref(first) }
    : { text: t.own.first.many, action: t.own.look.many, to: '/dashboard/registries-entries' };
}

/** What waits for his answer, what he owes and does not bargain about yet, and how many debts he has in all; both uses of it ask the server once. */
function useOwn(individualId: number) {
  const params = { id: individualId };
  const asked = useRead(simpleRegistries.own, {
    params,
    query: { limit: few, filter: { status: ['search', 'notification_sent'] } },
  });
  const owed = useRead(claims.list, { params, query: { limit: few, filter: { frozen: false } } });
  return { asked, owed, every: useRead(claims.list, { params, query: { limit: 1 } }) };
}

/**
 * What creditors want of a person, on the page where he comes in: first what waits for his answer, then the debts of which nothing is
 * agreed, and the way to all.
 */
export function OwnSummary({ individualId }: { individualId: number }) {
  const { asked, owed, every } = useOwn(individualId);
  const questions = asked.data?.items ?? [];
  const debts = owed.data?.items ?? [];
  // What is free and what there is at all are two questions: until both are answered the heading would not be known.
  const total = (owed.data && every.data?.total) ?? 0;
  return (
    <>
      {questions.length > 0 && (
        <section className="stack" aria-label={t.simple.title}>
          <h2>{t.simple.title}</h2>
          {questions.map((entry) => (
            <SimpleCard key={entry.id} entry={entry} individualId={individualId} />
          ))}
          <ButtonLink to="/dashboard/simplified-registries">{t.own.all(asked.data!.total)}</ButtonLink>
        </section>
      )}
      {total > 0 && (
        <section className="stack" aria-label={debts.length > 0 ? t.own.free : t.own.title}>
          <h2>{debts.length > 0 ? t.own.free : t.own.title}</h2>
          {debts.map((claim) => (
            <ClaimCard key={claim.id} claim={claim} individualId={individualId} isAside />
          ))}
          {total > debts.length && <ButtonLink to="/dashboard/registries-entries">{t.own.allMine(total)}</ButtonLink>}
        </section>
      )}
    </>
  );
}
