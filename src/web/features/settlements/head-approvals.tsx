import { useState } from 'react';
import type { Result } from '#contract/kernel/op.ts';
import { settlements } from '#contract/settlements/settlements.ts';
import { formatPenalty } from '#domain/negotiation/penalty-words.ts';
import { shiftWords } from '#domain/settlements/payment-shift.ts';
import { Decision } from '#web/kit/detail/decision.tsx';
import { useMove } from '#web/kit/detail/use-move.ts';
import { readingTexts } from '#web/kit/signing/reading-texts.ts';
import { SignButton } from '#web/kit/signing/sign-button.tsx';
import { Button } from '#web/ui/button.tsx';
import { formatDayOf, formatInstant } from '#web/ui/format.ts';
import { CreditorLimitation } from '../claims/limitation.tsx';
import { FeeLine } from '../plan/fee-line.tsx';
import { OfferPrice } from '../plan/offer-price.tsx';
import { SchedulePicture, shapeOf } from '../plan/schedule.tsx';
import { TaxDetails } from '../plan/tax-details.tsx';
import { AskedText } from './asked-text.tsx';
import { headApprovalTexts, headApprovalTitle } from './head-approval-texts.ts';

const t = headApprovalTexts;
type Settlement = Pick<
  Result<typeof settlements.get>,
  'id' | 'legalEntityId' | 'cannotSign' | 'status' | 'limitation' | 'disputed'
>;
export type HeadApproval = Result<typeof settlements.get>['asked'][number];

/** Terms about which a manager asks, whole, and the answer for whom it is to give. */
export function HeadApprovalTerms({ settlement, asked }: { settlement: Settlement; asked: HeadApproval }) {
  const { rows, penalty, shiftEvery, reason, comment, maker, createdAt, expiresAt, mayDecide } = asked;
  const [first] = rows;
  return (
    <div className="stack">
      <div className="stack-tight">
        <strong>{headApprovalTitle(asked)}</strong>
        <p>
          {shapeOf(rows)}
          {first && `, ${formatDayOf(first.dueDate)}`}
        </p>
        <SchedulePicture rows={rows} />
        <AskedCost asked={asked} />
        {penalty && <p>{t.penalty(formatPenalty(penalty))}</p>}
        {shiftEvery != null && <p>{t.shift(shiftWords(shiftEvery))}</p>}
        <p>«{reason}»</p>
        {comment && <p className="dim">«{comment}»</p>}
        <p className="dim small">
          {t.maker(maker, formatInstant(createdAt))}. {t.outcomes.pending(formatInstant(expiresAt))}
        </p>
      </div>
      {mayDecide && <HeadDecision settlement={settlement} asked={asked} />}
    </div>
  );
}

/** What they cost, what of it the platform takes, and what is said of the tax on what they forgive. */
function AskedCost({ asked: { cost } }: { asked: HeadApproval }) {
  if (!cost) return null;
  return (
    <>
      <OfferPrice offer={cost} />
      <FeeLine fee={cost.fee} />
      <TaxDetails note={cost.taxNote} />
    </>
  );
}

/** The head's yes under his own code, or his no with the reason. */
function HeadDecision({ settlement, asked }: { settlement: Settlement; asked: HeadApproval }) {
  const { id, legalEntityId, cannotSign, status } = settlement;
  const { id: approvalId, asks } = asked;
  const [busy, reject] = useMove(settlements.decideAsked, t.rejected);
  const [isReading, setReading] = useState(false);
  const params = { id: legalEntityId, x: id };
  const closed = cannotSign?.[asks === 'reschedule' ? 'change' : 'conclude'] ?? undefined;
  const kind = status === 'negotiation' ? 'terms' : 'addendum';
  return (
    <>
      <div>
        <Button onClick={() => setReading(true)}>{readingTexts.read[kind]}</Button>
      </div>
      {isReading && <AskedText params={params} approvalId={approvalId} kind={kind} onClose={() => setReading(false)} />}
      <Decision
        label={t.comment}
        renderYes={(reason) => (
          <SignButton
            code={{ operation: settlements.codeForCreditor, params }}
            closed={closed}
            signed={{
              operation: settlements.decideAsked,
              params,
              body: { approvalId, decision: 'approve', ...(reason && { reason }) },
              reads: { operation: settlements.readAsked, params, body: { approvalId } },
              title: t.approveTitle,
              what: (
                <div className="stack-tight">
                  <strong>{headApprovalTitle(asked)}</strong>
                  <AskedCost asked={asked} />
                  <p className="dim">{t.binding[asks]}</p>
                  {asks === 'accept' && <CreditorLimitation of={settlement} />}
                </div>
              ),
              action: t.approve,
              done: t.approved,
            }}
          >
            {t.approve}
          </SignButton>
        )}
        no={{
          label: t.reject,
          busy,
          make: (reason) => reject({ params, body: { approvalId, decision: 'reject', reason } }),
        }}
      />
    </>
  );
}
