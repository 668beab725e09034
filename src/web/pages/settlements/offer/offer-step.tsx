import { useState } from 'react';
import { requests } from '#contract/settlements/requests.ts';
import { settlements } from '#contract/settlements/settlements.ts';
import { addMonths, parseDay } from '#domain/values/days.ts';
import { kopecks } from '#domain/values/money.ts';
import { ConsentNeeded } from '#web/features/consents/needed.tsx';
import { draftOfDesired } from '#web/features/plan/desired-plan.ts';
import { PlanBuilder } from '#web/features/plan/plan-builder.tsx';
import { boundsOf, build, draftOf, type PlanContext, type PlanDraft } from '#web/features/plan/plan-draft.ts';
import { usePlanContext } from '#web/features/plan/use-plan-context.ts';
import { useRead } from '#web/kit/data/query.ts';
import { WithObject } from '#web/kit/detail/with-object.tsx';
import { usePageTitle } from '#web/kit/page/page-title.ts';
import { SignButton } from '#web/kit/signing/sign-button.tsx';
import { useUnsaved } from '#web/kit/unsaved.ts';
import { Card } from '#web/ui/display/card.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { formatMoneyOf } from '#web/ui/format.ts';
import { Link, useNavigate } from '#web/ui/link.tsx';
import { ownSettlementTexts } from '../own-settlement-texts.ts';
import { ReadAgreement } from '../reading/read-agreement.tsx';
import {
  activeOfferOf,
  closedFor,
  codeOf,
  draftWith,
  lastOf,
  type Offer,
  type Settlement,
  type Side,
} from '../sides.ts';
import { AskHeadButton } from './ask-head.tsx';
import { BelowConditions, brokenRules, planContextOf } from './offer-context.tsx';
import { PenaltyChoice, ShiftChoice } from './offer-notes.tsx';
import { offerTexts } from './offer-texts.ts';
import { penaltyFor } from './penalty-for.ts';
import { lastDayOf, offerToSign } from './requested-terms.tsx';

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

/** A plan begins with what its author has offered last, or is offered, or what the debtor has asked for in his request. */
function Begun({ settlement, side }: { settlement: Settlement; side: Side }) {
  const context = usePlanContext(() => planContextOf(settlement, side));
  const known = lastOf(settlement, side) ?? (side === 'creditor' ? activeOfferOf(settlement) : undefined);
  if (known) return <Building settlement={settlement} context={context} initial={draftFrom(known, context)} />;
  return <AfterRequest settlement={settlement} context={context} />;
}

function AfterRequest({ settlement, context }: { settlement: Settlement; context: PlanContext }) {
  const read = useRead(requests.get, { params: { id: settlement.individualId, qid: settlement.requestId } });
  return (
    <WithObject read={read}>
      {(request) => (
        <>
          {context.by === 'creditor' && request.desiredAmount !== null && (
            <Notice tone="info">{t.desired(formatMoneyOf(request.desiredAmount))}</Notice>
          )}
          <Building settlement={settlement} context={context} initial={draftOfDesired(request, context)} />
        </>
      )}
    </WithObject>
  );
}

/** The terms of an offer as a draft, moved into the bounds of the one who changes them. */
function draftFrom({ amount, planKind, plan, rows }: Offer, context: PlanContext): PlanDraft {
  const { least, most } = boundsOf(context);
  const first = parseDay(plan.firstDate ?? '');
  const firstDate = first && first >= context.today ? first : addMonths(context.today, 1);
  const begun = draftOf(kopecks(Math.min(most, Math.max(least, amount))), plan.payments, context.today, firstDate);
  return {
    ...begun,
    kind: planKind === 'at_once' ? 'equal' : planKind,
    downPayment: kopecks(plan.downPayment),
    periodMonths: plan.periodMonths ?? 1,
    rateBps: plan.rateBps || begun.rateBps,
    parts: rows.map((row) => ({ date: parseDay(row.plannedDate) ?? firstDate, amount: kopecks(row.amount) })),
  };
}

function Building({
  settlement,
  context,
  initial,
}: {
  settlement: Settlement;
  context: PlanContext;
  initial: PlanDraft;
}) {
  const navigate = useNavigate();
  const [begun] = useState(initial);
  const [draft, setDraft] = useState(begun);
  const [comment, setComment] = useState('');
  const [isWaived, setWaived] = useState(false);
  const offered = settlement.shiftEvery ?? null;
  const [shiftEvery, setShiftEvery] = useState(offered);
  const built = build(draft, context);
  const { by } = context;
  const [problem] = Object.values(built.problems);
  const current = penaltyFor(settlement, built.plan, context);
  const waives = by === 'creditor' && current !== null && isWaived;
  const terms = {
    ...(comment.trim() !== '' && { comment }),
    ...(waives && { penaltyDayBps: null }),
    ...(shiftEvery !== offered && { shiftEvery }),
  };
  const penalty = { current, offered: waives ? null : current };
  const broken = brokenRules(settlement, context, built.plan, { penalty, shiftEvery });
  const letGo = useUnsaved(draft !== begun || comment !== '' || isWaived || shiftEvery !== offered);
  const back = () => {
    letGo();
    return navigate({ to: '.', search: {}, replace: true });
  };
  const closed = closedFor(settlement, by, 'conclude');
  return (
    <PlanBuilder draft={draft} context={context} built={built} onDraft={setDraft}>
      <Card>
        {closed && <Notice tone="warning">{closed}</Notice>}
        <TextArea
          label={t.comment[by]}
          maxLength={1000}
          optional
          value={comment}
          onChange={({ target }) => setComment(target.value)}
        />
        <PenaltyChoice side={by} current={current} isWaived={isWaived} onWaive={setWaived} />
        <ShiftChoice side={by} current={offered} chosen={shiftEvery} onChoose={setShiftEvery} />
        {by === 'individual' && <ConsentNeeded kind="personal-data-creditor" />}
        <ConsentNeeded kind="pep-agreement" />
        {broken.length > 0 && !problem ? (
          <BelowConditions broken={broken}>
            <AskHeadButton
              settlement={settlement}
              asks={{ operation: settlements.askToOffer, body: { plan: built.form, ...terms } }}
              onAsked={back}
            />
          </BelowConditions>
        ) : (
          <>
            {!problem && (
              <ReadAgreement settlement={settlement} draft={{ by, body: draftWith(built.form, terms) }} large />
            )}
            <SignButton
              code={codeOf(settlement, by)}
              closed={problem ?? closed}
              large
              signed={problem ? null : offerToSign(settlement, context, built, terms, back)}
            >
              {t.action}
            </SignButton>
          </>
        )}
        <p className="dim small">
          {t.after} {t.binds(lastDayOf(settlement, by))}
        </p>
      </Card>
    </PlanBuilder>
  );
}
