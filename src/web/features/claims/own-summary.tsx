import { simpleRegistries } from '#contract/registries/simple-registries.ts';
import { useRead } from '#web/kit/data/query.ts';
import type { Href } from '#web/ui/href.ts';
import { ButtonLink } from '#web/ui/link.tsx';
import { ClaimCard } from './claim-card.tsx';
import { claimHref } from './claim-link.tsx';
import { type Limited, mayBeOver } from './limitation.tsx';
import { useOwnClaims } from './own-claims.ts';
import { SimpleCard } from './simple-card.tsx';
import { debtTexts } from './texts.ts';

const t = debtTexts;
/** So many of each are on the overview itself, and of debts those whose limitation may have run out. */
const few = 3;

/** What a person should do about his debts first; nothing when nobody wants anything of him. */
export function useOwnStep(
  individualId: number,
): { text: string; action: string; to: Href; warned?: Limited | undefined } | undefined {
  const { asked, free } = useOwn(individualId);
  if (asked.data && asked.data.total > 0) {
    const warned = asked.data.items.find(mayBeOver);
    return { text: t.simple.first, action: t.simple.answer, to: '/dashboard/simplified-registries', warned };
  }
  // What he has called not his, paid or wrong waits for its creditor.
  const [first] = free.filter(({ rejectReason }) => rejectReason === null);
  if (!first) return undefined;
  return free.length === 1
    ? { text: t.own.first.one, action: t.own.look.one, to: claimHref(first) }
    : { text: t.own.first.many, action: t.own.look.many, to: '/dashboard/registries-entries' };
}

/** What waits for his answer, what he owes and does not bargain about yet, and how many debts he has in all; all uses of it ask the server once. */
function useOwn(individualId: number) {
  const asked = useRead(simpleRegistries.own, {
    params: { id: individualId },
    query: { limit: few, filter: { status: ['search', 'notification_sent'] } },
  });
  const every = useOwnClaims(individualId);
  const free = (every.data?.items ?? []).filter(({ frozen, settled }) => !frozen && !settled);
  return { asked, free, total: every.data?.total ?? 0 };
}

/**
 * What creditors want of a person, on the page where he comes in: first what waits for his answer, then the debts of which nothing is
 * agreed, and the way to all.
 * @param elsewhere claims that have a card of their own above: nobody reads of one debt twice
 */
export function OwnSummary({ individualId, elsewhere }: { individualId: number; elsewhere: ReadonlySet<number> }) {
  const { asked, free, total } = useOwn(individualId);
  const questions = asked.data?.items ?? [];
  const debts = free.filter(({ id }) => !elsewhere.has(id)).filter((claim, index) => index < few || mayBeOver(claim));
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
