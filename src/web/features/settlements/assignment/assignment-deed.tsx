import type { Result } from '#contract/kernel/op.ts';
import { assignmentDeeds } from '#contract/registries/assignment-deeds.ts';
import type { claims } from '#contract/registries/claims.ts';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { mayAsk } from '#web/kit/session/access.ts';
import { useMe } from '#web/kit/session/session.ts';
import { formatInstant } from '#web/ui/format.ts';
import { DeedButton } from '../deed-button.tsx';
import { deedTexts as t } from './assignment-deed-texts.ts';

const AttachDeed = lazyPart(
  () => import('./attach-deed.tsx'),
  (module) => module.AttachDeed,
);

type Claim = Pick<Result<typeof claims.get>, 'id' | 'legalEntityId' | 'registryId' | 'cessionRef' | 'assignmentDeed'>;

/** The deed on the page of a claim: its scan for whoever sees the claim; the creditor attaches it. */
export function AssignmentDeed({ claim }: { claim: Claim }) {
  const { id, legalEntityId, registryId, cessionRef, assignmentDeed: deed } = claim;
  const attaches = mayAsk(assignmentDeeds.attach.code, useMe());
  if (!deed && !attaches) return null;
  const params = { id: legalEntityId, r: registryId, e: id };
  return (
    <section className="stack-tight" aria-label={t.title}>
      <p className="small">{deed ? t.attached(deed.name, formatInstant(deed.attachedAt)) : t.none}</p>
      {deed?.scan === 'held' && <p className="dim small">{t.held}</p>}
      {deed?.scan === 'infected' && <p className="dim small">{t.infected}</p>}
      <div className="row">
        {deed && <DeedButton entryId={id} />}
        {attaches && <AttachDeed params={params} title={cessionRef ?? t.title} isThere={deed !== null} />}
      </div>
      {attaches && <p className="dim small">{t.hint}</p>}
    </section>
  );
}
