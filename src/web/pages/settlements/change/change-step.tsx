import { type ReactNode, useState } from 'react';
import { settlements } from '#contract/settlements/settlements.ts';
import { judgeReschedule, type OwnPenalty } from '#domain/negotiation/policy.ts';
import { beginsInside } from '#domain/parties/life-moves.ts';
import { stoppingEvent } from '#domain/parties/life-table.ts';
import { addendumProblems, continuedRows, dearerProblems, lastPaidNo } from '#domain/settlements/addendum.ts';
import type { Plan } from '#domain/settlements/plan.ts';
import { priceOfRest } from '#domain/settlements/price/offer-price.ts';
import type { Day } from '#domain/values/days.ts';
import { formatMoney, kopecks, sumKopecks } from '#domain/values/money.ts';
import { spansOf } from '#web/features/life/running-events.ts';
import { OfferPrice, type Priced } from '#web/features/plan/offer-price.tsx';
import { PlanBuilder } from '#web/features/plan/plan-builder.tsx';
import { type Built, build, draftOf, type PlanContext } from '#web/features/plan/plan-draft.ts';
import { shapeOf } from '#web/features/plan/schedule.tsx';
import { usePlanContext } from '#web/features/plan/use-plan-context.ts';
import { usePageTitle } from '#web/kit/page/page-title.ts';
import { SignButton } from '#web/kit/signing/sign-button.tsx';
import { useUnsaved } from '#web/kit/unsaved.ts';
import { serverDay } from '#web/ui/clock.ts';
import { Card } from '#web/ui/display/card.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { formatDayOf, formatMoneyOf } from '#web/ui/format.ts';
import { Link, useNavigate } from '#web/ui/link.tsx';
import { ChangeRecognition } from '../disputed/signing-recognition.tsx';
import { AskHeadButton } from '../offer/ask-head.tsx';
import { BelowConditions, bandOf, feeFor, groundsOf } from '../offer/offer-context.tsx';
import { PenaltyChoice } from '../offer/offer-notes.tsx';
import { penaltyFor } from '../offer/penalty-for.ts';
import { lastDayOf } from '../offer/requested-terms.tsx';
import { ownSettlementTexts } from '../own-settlement-texts.ts';
import styles from '../parts.module.css';
import { ReadAgreement } from '../reading/read-agreement.tsx';
import {
  closedFor,
  codeOf,
  draftWith,
  openRows,
  operationsOf,
  paramsOf,
  readsOf,
  type Settlement,
  type Side,
} from '../sides.ts';
import { changeTexts } from './change-texts.ts';

const t = changeTexts;

interface Props {
  settlement: Settlement;
  side: Side;
}
type Rest = NonNullable<Settlement['rest']>;

/** A step of changing an agreement, with its own address. */
export function ChangeStep({ step, ...of }: Props & { step: 'schedule' | 'reopen' }) {
  const { settlement, side } = of;
  const title = step === 'schedule' ? t.schedule.title : t.giveUp.title;
  usePageTitle(`${title} · ${settlement.number}`);
  return (
    <div className="stack">
      <div>
        <Link to="." search={{}}>
          {t.back}
        </Link>
        <h1>{title}</h1>
        <p className="dim">
          {side === 'individual' ? settlement.creditor : settlement.debtor} ·{' '}
          {ownSettlementTexts.number(settlement.number, settlement.contractNumber)}
        </p>
      </div>
      {contentOf(step, of) ?? <Notice tone="warning">{t.closed}</Notice>}
    </div>
  );
}

function contentOf(step: 'schedule' | 'reopen', of: Props): ReactNode {
  const { moves, rest } = of.settlement;
  if (step === 'reopen') return moves.includes('reopen') ? <GiveUp {...of} /> : null;
  return moves.includes('reschedule') && rest ? <Rescheduling {...of} rest={rest} /> : null;
}

/** Goes back to the settlement when the change is made; before that, whoever has changed something is asked. */
function useBack(isDirty: boolean) {
  const navigate = useNavigate();
  const letGo = useUnsaved(isDirty);
  return () => {
    letGo();
    return navigate({ to: '.', search: {}, replace: true });
  };
}

/** The rest is fixed; its days and parts are built as those of an offer are. */
function Rescheduling({ settlement, side, rest }: Props & { rest: Rest }) {
  const principal = kopecks(rest.principal);
  const context = usePlanContext(() => ({
    debt: [
      { code: 'principal', amount: kopecks(rest.interestOn) },
      { code: 'interest', amount: kopecks(rest.principal - rest.interestOn) },
    ],
    by: side,
    before: null,
    today: serverDay(),
    grounds: groundsOf(settlement.grounds),
  }));
  const [initial] = useState(() => ({
    ...draftOf(principal, Math.min(12, openRows(settlement).length + 3), lastStill(settlement, context.today)),
    rateBps: rest.rateBps || 1,
  }));
  const [draft, setDraft] = useState(initial);
  const [comment, setComment] = useState('');
  const [isWaived, setWaived] = useState(false);
  const built = builtFor(draft, context, settlement, rest);
  const current = penaltyFor(settlement, built.plan, context);
  const waives = side === 'creditor' && current !== null && isWaived;
  const terms = { ...(comment.trim() !== '' && { comment }), ...(waives && { penaltyDayBps: null }) };
  const broken = brokenBy(settlement, built.plan, context, { current, offered: waives ? null : current });
  const [problem] = Object.values(built.problems);
  const back = useBack(draft !== initial || comment !== '' || isWaived);
  const closed = closedFor(settlement, side, 'change');
  const binding = t.schedule.binding(lastDayOf(settlement, side));
  const paper = { settlement, kind: 'addendum', draft: { by: side, body: draftWith(built.form, terms) } } as const;
  return (
    <PlanBuilder
      draft={draft}
      context={context}
      built={built}
      onDraft={setDraft}
      sum={<RestCard settlement={settlement} rest={rest} />}
    >
      <Card>
        {closed && <Notice tone="warning">{closed}</Notice>}
        <TextArea
          label={t.schedule.comment[side]}
          maxLength={1000}
          optional
          value={comment}
          onChange={({ target }) => setComment(target.value)}
        />
        <PenaltyChoice side={side} current={current} isWaived={isWaived} onWaive={setWaived} />
        {broken.length > 0 && !problem ? (
          <BelowConditions broken={broken}>
            <AskHeadButton
              settlement={settlement}
              asks={{ operation: settlements.askToReschedule, body: { plan: built.form, ...terms } }}
              onAsked={back}
            />
          </BelowConditions>
        ) : (
          <>
            {!problem && <ReadAgreement {...paper} large />}
            <SignButton
              code={codeOf(settlement, side)}
              closed={problem ?? closed}
              large
              signed={{
                operation: operationsOf[side].reschedule,
                params: paramsOf(settlement, side),
                body: { plan: built.form, ...terms },
                reads: readsOf(settlement, side, draftWith(built.form, terms)),
                title: t.schedule.signTitle,
                what: (
                  <What of={t.schedule.what(side, formatMoney(principal), ...wordsOf(built))} binding={binding}>
                    <OfferPrice offer={pricedOf(settlement, built, rest, context)} />
                    <ReadAgreement {...paper} />
                    <ChangeRecognition of={settlement} side={side} />
                  </What>
                ),
                action: t.schedule.sign,
                done: t.schedule.done,
                after: back,
              }}
            >
              {t.schedule.action}
            </SignButton>
          </>
        )}
        <p className="dim small">{binding}</p>
      </Card>
    </PlanBuilder>
  );
}

/** What the schedule that is being built costs, by the very function of the server. */
function pricedOf(settlement: Settlement, { plan, rows }: Built, { earned }: Rest, { today: on }: PlanContext): Priced {
  const fee = feeFor(settlement)(plan.amount, rows);
  return { price: priceOfRest(plan, rows, on, { earned: kopecks(earned), fee }) };
}

const wordsOf = ({ rows }: Built): [string, string] => [shapeOf(rows), formatDayOf(rows[0]?.dueDate ?? '')];

/** The last day on which payments stand still, where it is known: a new schedule begins after it. */
const lastStill = ({ life }: Settlement, now: Day): Day => stoppingEvent(spansOf(life), 'payments', now)?.until ?? now;

/** By the very rules of the server, those of a new schedule too. */
function builtFor(
  draft: Parameters<typeof build>[0],
  context: PlanContext,
  settlement: Settlement,
  { principal, rateBps, earned }: Rest,
): Built {
  const built = build(draft, context);
  const problems = { ...built.problems };
  const rows = continuedRows(built.rows, kopecks(earned), lastPaidNo(settlement.schedule));
  const left = sumKopecks(openRows(settlement).map((row) => kopecks(row.amount - row.paid)));
  for (const { field, message } of dearerProblems(rows, left)) problems[field] ??= message;
  for (const { field, message } of addendumProblems(built.plan, { principal: kopecks(principal), rateBps })) {
    problems[field] = message;
  }
  const inside = built.rows[0] && beginsInside(spansOf(settlement.life), built.rows[0].dueDate);
  if (inside) problems[built.plan.kind === 'custom' ? 'parts' : 'firstDate'] = inside;
  return { ...built, rows, problems };
}

/** What of his company's conditions a schedule breaks, as long as they bind the viewer. */
function brokenBy({ bound }: Settlement, plan: Plan, { today }: PlanContext, penalty: OwnPenalty): string[] {
  if (!bound) return [];
  const steps = judgeReschedule(bandOf(bound), { plan, today, penalty });
  return steps.filter(({ holds }) => !holds).map(({ text }) => text);
}

function RestCard({ settlement, rest: { principal, earned, rateBps } }: { settlement: Settlement; rest: Rest }) {
  return (
    <Card>
      <div>
        <p className="dim">{t.schedule.rest}</p>
        <p className={styles.big}>{formatMoneyOf(principal)}</p>
        <p className="dim">
          {t.schedule.now}: {shapeOf(openRows(settlement))}
        </p>
      </div>
      <p>
        {t.schedule.whole} {rateBps > 0 && t.schedule.withInterest}
      </p>
      {earned > 0 && <p>{t.schedule.earned(formatMoneyOf(earned))}</p>}
    </Card>
  );
}

const What = ({ of, binding, children }: { of: string; binding: string; children: ReactNode }) => (
  <div className="stack-tight">
    <p>
      <strong>{of}</strong>
    </p>
    <div className="stack-tight">{children}</div>
    <p className="dim">{binding}</p>
  </div>
);

/** Giving the agreement up, with a reason that the paper of it will name. */
function GiveUp({ settlement, side }: Props) {
  const [reason, setReason] = useState('');
  const back = useBack(reason !== '');
  const w = t.giveUp;
  const closed = closedFor(settlement, side, 'change');
  const isShort = reason.trim().length < 10;
  const paper = { settlement, kind: 'annulment', draft: { by: side, body: { reason: reason.trim() } } } as const;
  return (
    <Card>
      {closed && <Notice tone="warning">{closed}</Notice>}
      <p>{w.lead}</p>
      <TextArea
        label={w.reason}
        hint={w.hint}
        maxLength={500}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      {!isShort && <ReadAgreement {...paper} large />}
      <SignButton
        code={codeOf(settlement, side)}
        closed={closed ?? (isShort ? w.hint : undefined)}
        large
        signed={{
          operation: operationsOf[side].reopen,
          params: paramsOf(settlement, side),
          body: { reason: reason.trim() },
          reads: readsOf(settlement, side, { reason: reason.trim() }),
          title: w.signTitle,
          what: (
            <What of={w.what} binding={w.binding(lastDayOf(settlement, side))}>
              <ReadAgreement {...paper} />
            </What>
          ),
          action: w.sign,
          done: w.done,
          after: back,
        }}
      >
        {w.action}
      </SignButton>
    </Card>
  );
}
