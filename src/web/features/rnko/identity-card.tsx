import { useEffect, useState } from 'react';
import type { Result } from '#contract/kernel/op.ts';
import { companyIdentity, individualIdentity } from '#contract/parties/rnko.ts';
import { RNKO_GAPS, rnkoIdentityMachine } from '#domain/parties/rnko.ts';
import { IDENTIFICATION_LEVELS } from '#domain/settings/identification-levels.ts';
import { refreshOf, useFollow, useRead } from '#web/kit/data/query.ts';
import { useMove } from '#web/kit/detail/use-move.ts';
import { WithObject } from '#web/kit/detail/with-object.tsx';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { Button } from '#web/ui/button.tsx';
import { serverNow } from '#web/ui/clock.ts';
import { Card } from '#web/ui/display/card.tsx';
import { ExternalLink } from '#web/ui/display/external-link.tsx';
import { type Fact, Facts } from '#web/ui/display/facts.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import { Tag } from '#web/ui/display/tag.tsx';
import { formatDayOf, formatInstant, formatMoneyOf } from '#web/ui/format.ts';
import { rnkoTexts } from './texts.ts';

const ConsentForm = lazyPart(
  () => import('./consent-form.tsx'),
  (module) => module.ConsentForm,
);

const t = rnkoTexts.identity;
export type RnkoOwner = 'individual' | 'legalEntity';
export type Profile = Result<typeof individualIdentity.profile>;
type Request = Result<typeof individualIdentity.request>;

/** The same acts over either owner. */
export const identityOf = { individual: individualIdentity, legalEntity: companyIdentity } as const;

/** The partner answers most questions at once; who waits longer is told by a notification. */
const followMs = 120_000;
const isUnderWay = ({ status, sentAt }: Request): boolean =>
  status === 'sent' && sentAt !== null && serverNow() - Date.parse(sentAt) < followMs;

/** As whom the credit organisation knows a person or a company, and the next step to be known better. */
export function IdentityCard({ owner, id }: { owner: RnkoOwner; id: number }) {
  const operations = identityOf[owner];
  const profile = useRead(operations.profile, { params: { id } });
  const { data: request } = useFollow(operations.request, isUnderWay, { params: { id } });
  const status = request?.status;
  // What has been answered meanwhile changes what he is known as.
  useEffect(() => {
    if (status !== undefined) void refreshOf(operations.profile);
  }, [operations, status]);
  return (
    <Card title={t.title}>
      <p className="dim">{t.why[owner]}</p>
      <WithObject read={profile}>
        {(known) => <Identity owner={owner} id={id} profile={known} request={request} />}
      </WithObject>
    </Card>
  );
}

function Identity({
  owner,
  id,
  profile,
  request,
}: {
  owner: RnkoOwner;
  id: number;
  profile: Profile;
  request: Request | undefined;
}) {
  const { status, moves, missing, data } = profile;
  const [isAsked, setIsAsked] = useState(false);
  const [busy, submit] = useMove(identityOf[owner].submit, t.sent);
  const mayPrepare = moves.includes('prepare') && missing.length === 0;
  const isKnown = status === 'success';
  const facts = factsOf(profile, request);
  return (
    <>
      <div className="row">
        <Tag tone={rnkoIdentityMachine.tone(status)}>{rnkoIdentityMachine.label(status)}</Tag>
      </div>
      {facts.length > 0 && <Facts items={facts} />}
      {request && <Progress request={request} />}
      {moves.includes('prepare') && missing.length > 0 && (
        <Notice tone="warning">{t.missing(missing.map((gap) => RNKO_GAPS[gap]).join(', '))}</Notice>
      )}
      <h3>{t.data}</h3>
      <Facts items={data.map(({ name, value }) => ({ label: name, value }))} />
      {mayPrepare && (!isKnown || isAsked) && <ConsentForm owner={owner} id={id} profile={profile} />}
      {mayPrepare && isKnown && !isAsked && (
        <div className="row">
          <Button onClick={() => setIsAsked(true)}>{t.again}</Button>
        </div>
      )}
      {!moves.includes('prepare') && moves.includes('submit') && (
        <div className="row">
          <Button variant="primary" busy={busy} onClick={() => submit({ params: { id } })}>
            {t.send}
          </Button>
        </div>
      )}
    </>
  );
}

function factsOf({ level, limit, validUntil }: Profile, request: Request | undefined): Fact[] {
  const facts: Fact[] = [];
  if (level !== null) {
    facts.push({ label: t.level, value: IDENTIFICATION_LEVELS[level] });
    facts.push({ label: t.limit, value: limit === null ? t.unlimited : t.upTo(formatMoneyOf(limit)) });
  }
  if (validUntil !== null) facts.push({ label: t.validUntil, value: formatDayOf(validUntil) });
  if (request?.sentAt) facts.push({ label: t.sentAt, value: formatInstant(request.sentAt) });
  if (request?.answeredAt) facts.push({ label: t.answeredAt, value: formatInstant(request.answeredAt) });
  return facts;
}

/** What happens to the question now, and what is to be done. */
function Progress({ request: { status, partnerSilent, actionUrl, failReason } }: { request: Request }) {
  if (status === 'failed') return <Notice tone="danger">{t.failed(failReason)}</Notice>;
  if (status === 'expired') return <Notice tone="warning">{t.expired}</Notice>;
  if (status !== 'sent') return null;
  if (partnerSilent) return <Notice tone="warning">{t.silent}</Notice>;
  if (actionUrl === null) return <Notice>{t.checking}</Notice>;
  return (
    <>
      <Notice>{t.visit}</Notice>
      <ExternalLink variant="primary" href={actionUrl}>
        {t.visitAction}
      </ExternalLink>
    </>
  );
}
