import { debtPart } from '#domain/settlements/debt-structure.ts';
import { shiftWords } from '#domain/settlements/payment-shift.ts';
import { PLAN_LABELS } from '#domain/settlements/plan.ts';
import { scheduleTexts } from '#web/features/plan/schedule-texts.ts';
import { Certificates } from '#web/features/settlements/certificates.tsx';
import { Papers } from '#web/features/settlements/papers.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { Facts } from '#web/ui/display/facts.tsx';
import { FoldedCard } from '#web/ui/display/folded-card.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import { formatAmountOf, formatDayOf, formatInstant, formatInstantDay, formatMoneyOf } from '#web/ui/format.ts';
import { agreementTexts } from './agreement-texts.ts';
import styles from './parts.module.css';
import { changedOn, type Settlement, useSide } from './sides.ts';
import { texts } from './texts.ts';

const t = agreementTexts;

/**
 * What the two have signed: sides, terms, what of the debt remains, and both signatures. Its debtor opens what he looks up: his page says
 * above what he has to pay (docs/decisions/0162).
 */
export function Agreement({ settlement }: { settlement: Settlement }) {
  const side = useSide(settlement);
  const Sheet = side === 'individual' ? FoldedCard : Card;
  const isBreached = settlement.closeReason === 'breached';
  return (
    <>
      {isBreached ? (
        <Notice tone="warning">{t.ended}</Notice>
      ) : (
        <Notice tone="success">{changedOn(settlement) ? t.leadChanged : t.lead}</Notice>
      )}
      <Certificates settlement={settlement} side={side} />
      <Papers settlementId={settlement.id} />
      <Sheet title={t.parties}>
        <Facts
          items={[
            { label: t.debtor, value: settlement.debtor },
            { label: t.creditor, value: settlement.creditor },
            {
              label: t.contract,
              value: t.contractOf(settlement.contractNumber, formatDayOf(settlement.contractDate)),
            },
          ]}
        />
      </Sheet>
      <Sheet title={changedOn(settlement) ? t.termsNow : t.terms}>
        <Terms settlement={settlement} />
      </Sheet>
      <Sheet title={t.parts}>
        <Remains settlement={settlement} />
      </Sheet>
      <Sheet title={t.signatures}>
        <Signatures settlement={settlement} />
      </Sheet>
      {settlement.taxNote && !isBreached && (
        <Sheet title={t.tax}>
          {settlement.taxNote.sentences.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </Sheet>
      )}
    </>
  );
}

/** The terms in force; of an agreement whose schedule was changed, what was agreed at first stands apart and says so. */
function Terms({ settlement }: { settlement: Settlement }) {
  const { agreedAmount, discountAmount, closeReason, planKind, schedule, signedAt } = settlement;
  const sum = (amount: number | null) => amount !== null && formatMoneyOf(amount);
  const first = settlement.offers.find(({ status }) => status === 'accepted');
  const changed = changedOn(settlement);
  return (
    <>
      <Facts
        items={[
          { label: t.signed, value: signedAt && formatInstantDay(signedAt) },
          ...(changed ? [{ label: t.changed, value: formatDayOf(changed) }] : []),
          { label: t.amount, value: sum(agreedAmount) },
          { label: forgivenLabel(closeReason), value: sum(discountAmount) },
          ...scheduleFacts(planKind, schedule),
          ...(settlement.shiftEvery == null ? [] : [{ label: t.shift, value: shiftWords(settlement.shiftEvery) }]),
        ]}
      />
      {changed && first && (
        <details>
          <summary>{t.before}</summary>
          <Facts items={scheduleFacts(first.planKind, first.rows)} />
        </details>
      )}
    </>
  );
}

/** A schedule in the few figures that tell it from another one. */
const scheduleFacts = (kind: Settlement['planKind'], rows: readonly { dueDate: string }[]) => {
  const [first, last] = [rows[0], rows.at(-1)];
  return [
    { label: t.plan, value: kind && PLAN_LABELS[kind] },
    { label: t.payments, value: rows.length },
    { label: t.first, value: first && formatDayOf(first.dueDate) },
    { label: t.last, value: last && formatDayOf(last.dueDate) },
  ];
};

/** What becomes of the sum that is waived: it is forgiven for good with the last kopeck. */
const forgivenLabel = (closeReason: Settlement['closeReason']): string =>
  closeReason === 'breached' || closeReason === 'claim_withdrawn'
    ? t.wasToForgive
    : closeReason === 'fulfilled'
      ? t.hasForgiven
      : t.forgiven;

/** Each part of the debt before and after the discount. */
function Remains({ settlement: { debt, debtTotal, agreedAmount } }: { settlement: Settlement }) {
  return (
    <table className={styles.terms}>
      <caption className="unseen">{t.parts}</caption>
      <thead>
        <tr>
          <th scope="col">{t.part}</th>
          <th scope="col">{t.was}</th>
          <th scope="col">{t.remains}</th>
        </tr>
      </thead>
      <tbody>
        {debt.map((part) => (
          <tr key={part.code}>
            <th scope="row">{debtPart(part.code).label}</th>
            <td>{formatAmountOf(part.amount)}</td>
            <td>{formatAmountOf(part.remains)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr data-differs="">
          <th scope="row">{scheduleTexts.total}</th>
          <td>{formatAmountOf(debtTotal)}</td>
          <td>{formatAmountOf(agreedAmount)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

/** Who has signed, how and when, and what: the offer's author when he made it, the other when he accepted. */
function Signatures({ settlement: { signatures, offers } }: { settlement: Settlement }) {
  const accepted = offers.find(({ status }) => status === 'accepted');
  const both = signatures.filter(({ termsHash }) => termsHash === accepted?.termsHash);
  return (
    <>
      <Facts
        items={both.map(({ side, signer, position, ground, signedAt }) => ({
          label: texts.sides[side],
          value: (
            <>
              {signer}
              {position && `, ${position}`}
              <br />
              {ground && (
                <>
                  <span className="dim small">{t.ground(ground)}</span>
                  <br />
                </>
              )}
              <span className="dim small">
                {t.method}, {formatInstant(signedAt)}
              </span>
            </>
          ),
        }))}
      />
      {accepted && (
        <div>
          <p className="dim small">{t.hash}</p>
          <p className={styles.hash}>{accepted.termsHash}</p>
        </div>
      )}
    </>
  );
}
