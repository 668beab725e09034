import { useState } from 'react';
import { requests } from '#contract/settlements/requests.ts';
import { settlements } from '#contract/settlements/settlements.ts';
import { DEFAULT_BAND } from '#domain/negotiation/policy-band.ts';
import { addDays, addMonths, formatDay, parseDay } from '#domain/values/days.ts';
import { kopecks } from '#domain/values/money.ts';
import { ConsentNeeded } from '#web/features/consents/needed.tsx';
import { PlanBuilder } from '#web/features/plan/plan-builder.tsx';
import { boundsOf, build, draftOf, type Ground, type PlanDraft } from '#web/features/plan/plan-draft.ts';
import { useGround } from '#web/features/plan/use-ground.ts';
import { useRead } from '#web/kit/data/query.ts';
import { WithObject } from '#web/kit/detail/with-object.tsx';
import { usePageTitle } from '#web/kit/page/page-title.ts';
import { SignButton } from '#web/kit/signing/sign-button.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { formatMoneyOf } from '#web/ui/format.ts';
import { Link, useNavigate } from '#web/ui/link.tsx';
import { ownSettlementTexts } from '../own-settlement-texts.ts';
import { closedFor, codeOf, lastOf, type Offer, onTable, type Settlement, type Side } from '../sides.ts';
import { AskButton } from './ask-head.tsx';
import { BelowConditions, brokenRules, groundOf } from './offer-context.tsx';
import { PenaltyChoice, penaltyFor } from './offer-notes.tsx';
import { offerTexts } from './offer-texts.ts';
import { draftOfWish, offering } from './requested-terms.tsx';

const t = offerTexts;

/** Building an offer: a step of the settlement's page, with its own address. */
export function OfferStep({ settlement, side }: { settlement: Settlement; side: Side }) {
  usePageTitle(`${t.title[side]} · ${settlement.number}`);
  return (
    <div className="stack">
      <div>
        <Link to="." search={{}}>
          {t.back}
        </Link>
        <h1>{t.title[side]}</h1>
        <p className="dim">
          {side === 'individual' ? settlement.creditor : settlement.debtor} ·{' '}
          {ownSettlementTexts.number(settlement.number, settlement.contractNumber)}
        </p>
      </div>
      {settlement.moves.includes('offer') ? (
        <Begun settlement={settlement} side={side} />
      ) : (
        <Notice tone="warning">{t.closed}</Notice>
      )}
    </div>
  );
}

/** A plan begins with what its author has offered last, or is offered, or what the debtor has wished in his request. */
function Begun({ settlement, side }: { settlement: Settlement; side: Side }) {
  const ground = useGround(() => groundOf(settlement, side));
  const known = lastOf(settlement, side) ?? (side === 'creditor' ? onTable(settlement) : undefined);
  if (known) return <Building settlement={settlement} ground={ground} initial={draftFrom(known, ground)} />;
  return <Wished settlement={settlement} ground={ground} />;
}

function Wished({ settlement, ground }: { settlement: Settlement; ground: Ground }) {
  const read = useRead(requests.get, { params: { id: settlement.individualId, qid: settlement.requestId } });
  return (
    <WithObject read={read}>
      {(request) => (
        <>
          {ground.by === 'creditor' && request.desiredAmount !== null && (
            <Notice tone="info">{t.wished(formatMoneyOf(request.desiredAmount))}</Notice>
          )}
          <Building settlement={settlement} ground={ground} initial={draftOfWish(request, ground)} />
        </>
      )}
    </WithObject>
  );
}

/** The terms of an offer as a draft, moved into the bounds of the one who changes them. */
function draftFrom({ amount, planKind, plan, rows }: Offer, ground: Ground): PlanDraft {
  const { least, most } = boundsOf(ground);
  const first = parseDay(plan.firstDate ?? '');
  const firstDate = first && first >= ground.today ? first : addMonths(ground.today, 1);
  const begun = draftOf(kopecks(Math.min(most, Math.max(least, amount))), plan.payments, ground.today, firstDate);
  return {
    ...begun,
    kind: planKind === 'at_once' ? 'equal' : planKind,
    downPayment: kopecks(plan.downPayment),
    periodMonths: plan.periodMonths ?? 1,
    rateBps: plan.rateBps || begun.rateBps,
    parts: rows.map((row) => ({ date: parseDay(row.plannedDate) ?? firstDate, amount: kopecks(row.amount) })),
  };
}

function Building({ settlement, ground, initial }: { settlement: Settlement; ground: Ground; initial: PlanDraft }) {
  const navigate = useNavigate();
  const [draft, setDraft] = useState(initial);
  const [comment, setComment] = useState('');
  const [isWaived, setWaived] = useState(false);
  const built = build(draft, ground);
  const { by } = ground;
  const [problem] = Object.values(built.problems);
  const standing = penaltyFor(settlement, built.plan, ground);
  const waives = by === 'creditor' && standing !== null && isWaived;
  const terms = { ...(comment.trim() !== '' && { comment }), ...(waives && { penaltyDayBps: null }) };
  const broken = brokenRules(settlement, ground, built.plan, { standing, offered: waives ? null : standing });
  const back = () => navigate({ to: '.', search: {}, replace: true });
  const lastDay = formatDay(addDays(ground.today, DEFAULT_BAND.offerTtlDays));
  const closed = closedFor(settlement, by, 'conclude');
  return (
    <PlanBuilder draft={draft} ground={ground} built={built} onDraft={setDraft}>
      <Card>
        {closed && <Notice tone="warning">{closed}</Notice>}
        <TextArea
          label={t.comment[by]}
          maxLength={1000}
          optional
          value={comment}
          onChange={({ target }) => setComment(target.value)}
        />
        <PenaltyChoice side={by} standing={standing} isWaived={isWaived} onWaive={setWaived} />
        {by === 'individual' && <ConsentNeeded kind="personal-data-creditor" />}
        <ConsentNeeded kind="pep-agreement" />
        {broken.length > 0 && !problem ? (
          <BelowConditions broken={broken}>
            <AskButton
              settlement={settlement}
              asks={{ operation: settlements.askToOffer, body: { plan: built.form, ...terms } }}
              after={back}
            />
          </BelowConditions>
        ) : (
          <SignButton
            code={codeOf(settlement, by)}
            closed={problem ?? closed}
            large
            signed={offering(settlement, ground, built, terms, back)}
          >
            {t.action}
          </SignButton>
        )}
        <p className="dim small">{t.after(lastDay)}</p>
      </Card>
    </PlanBuilder>
  );
}
