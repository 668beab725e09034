import { type ReactNode, useId } from 'react';
import { debtTotal } from '#domain/settlements/debt-structure.ts';
import { mayBearInterest } from '#domain/settlements/price/offer-price.ts';
import { scheduleInterest, scheduleTotal } from '#domain/settlements/schedule.ts';
import { formatMoney, type Kopecks, kopecks } from '#domain/values/money.ts';
import { Card } from '#web/ui/display/card.tsx';
import { Facts } from '#web/ui/display/facts.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import { Segmented } from '#web/ui/fields/segmented.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { Slider } from '#web/ui/fields/slider.tsx';
import styles from './plan-builder.module.css';
import {
  type Built,
  boundsOf,
  misread,
  type PlanContext,
  type PlanDraft,
  partsFrom,
  read,
  stepOf,
} from './plan-draft.ts';
import { CountField, DayField, RateField, SumField } from './plan-fields.tsx';
import { PlanParts } from './plan-parts.tsx';
import { planTexts } from './plan-texts.ts';
import { SchedulePicture, ScheduleTable } from './schedule.tsx';
import { scheduleTexts } from './schedule-texts.ts';
import { TaxDetails } from './tax-details.tsx';
import { taxNoteOf } from './tax-note-of.ts';

const t = planTexts;
const counts = ['1', '3', '6', '9', '12'] as const;

export interface PlanProps {
  draft: PlanDraft;
  context: PlanContext;
  built: Built;
  onDraft: (draft: PlanDraft) => void;
}

/**
 * Builds a plan: how much, in how many payments, from when. What comes of it is seen at once, for it is reckoned here by
 * the very rules of the server. What is desired binds nobody; `sum` is given where the sum is not asked about.
 */
export function PlanBuilder({
  isDesired,
  sum,
  children,
  ...plan
}: PlanProps & { isDesired?: boolean; sum?: ReactNode; children: ReactNode }) {
  const { draft, context } = plan;
  const isByHand = draft.kind === 'custom';
  return (
    <div className={styles.builder}>
      <div className="stack">
        {sum}
        {!isByHand && sum === undefined && <Sum {...plan} asks={isDesired ? t.asks.desired : t.asks[context.by]} />}
        {isByHand ? <PlanParts {...plan} /> : <Payments {...plan} />}
        {!isDesired && <OtherKinds {...plan} />}
      </div>
      <div className="stack">
        <Outcome {...plan} isRest={sum !== undefined} />
        {children}
      </div>
    </div>
  );
}

/** The decisive sum: slid to, or typed to the kopeck. */
function Sum({ draft, context, built, onDraft, asks }: PlanProps & { asks: string }) {
  const id = useId();
  const { least, most } = boundsOf(context);
  const total = debtTotal(context.debt);
  const step = stepOf(most);
  const put = (amount: number) =>
    onDraft(read(draft, t.exact, { amount: kopecks(Math.min(most, Math.max(least, amount))) }));
  const beyond = beyondOf(built, context);
  return (
    <Card>
      <div>
        <p className="dim">{asks}</p>
        <p className={styles.big}>{formatMoney(draft.amount)}</p>
        <p className="dim">{wordsOfSum(draft.amount, total)}</p>
        {beyond.words.length > 0 && <p>{t.plus(beyond.words, formatMoney(beyond.total))}</p>}
      </div>
      <Slider
        label={asks}
        value={Math.round(draft.amount / step)}
        min={Math.floor(least / step)}
        max={Math.ceil(most / step)}
        words={formatMoney(draft.amount)}
        ends={[t.from(formatMoney(least)), most === total ? t.whole : t.upTo(formatMoney(most))]}
        describedBy={built.problems.amount && `${id}-error`}
        onChange={(ticks) => put(ticks * step)}
      />
      <SumField
        label={t.exact}
        value={draft.amount}
        error={built.problems.amount}
        isUnread={t.exact in draft.unread}
        onSum={(amount) => onDraft(read(draft, t.exact, { amount }))}
        onUnread={() => onDraft(misread(draft, t.exact, 'amount'))}
      />
      {built.problems.amount && (
        <span id={`${id}-error`} className="unseen">
          {built.problems.amount}
        </span>
      )}
    </Card>
  );
}

/** What the debtor pays above the sum of a plan, in words, and all that he pays. */
function beyondOf({ rows, plan }: Built, { feeFor }: PlanContext) {
  const interest = scheduleInterest(rows);
  const fee = feeFor?.(plan.amount, rows) ?? kopecks(0);
  const words = [interest > 0 && t.ofInterest(formatMoney(interest)), fee > 0 && t.ofFee(formatMoney(fee))];
  return {
    interest,
    fee,
    words: words.filter((word) => word !== false),
    total: kopecks(scheduleTotal(rows) + fee),
  };
}

/** How a sum compares with the whole debt; both in kopecks. */
function wordsOfSum(amount: Kopecks, total: Kopecks): string {
  if (amount > total) return t.above(formatMoney(total));
  if (amount === total) return t.ofDebt(formatMoney(total));
  return t.less(formatMoney(total), formatMoney(kopecks(total - amount)));
}

/** How many payments, from which day, and whether a part is paid at first. */
function Payments({ draft, context, built, onDraft }: PlanProps) {
  const { payments, downPayment, firstDate } = draft;
  const { problems, late } = built;
  const isOnce = built.plan.kind === 'at_once';
  const most = Math.floor(draft.amount / 2);
  const step = stepOf(kopecks(most));
  // Days of one's own have no rhythm.
  const rhythm = draft.kind === 'custom' ? undefined : t.periods[draft.periodMonths as keyof typeof t.periods];
  const hintOfFirst = isOnce ? t.onceDateHint[context.by] : rhythm && t.firstDateHint(rhythm);
  return (
    <Card>
      <div className="row spread">
        <h2>{t.payments}</h2>
        {rhythm && payments > 1 && <span className="dim">{t.every(rhythm)}</span>}
      </div>
      <Segmented
        label={t.payments}
        value={String(payments)}
        choices={Object.fromEntries(counts.map((count) => [count, count]))}
        onChange={(count) => onDraft(read(draft, t.other, { payments: Number(count) }))}
      />
      <div className={styles.pair}>
        <CountField
          label={t.other}
          value={payments}
          error={problems.payments}
          isUnread={t.other in draft.unread}
          onCount={(count) => onDraft(read(draft, t.other, { payments: count }))}
          onUnread={() => onDraft(misread(draft, t.other, 'payments'))}
        />
        <DayField
          label={t.firstDate}
          hint={late ? <Notice tone="warning">{late}</Notice> : hintOfFirst}
          value={firstDate}
          error={problems.firstDate}
          isUnread={t.firstDate in draft.unread}
          onDay={(day) => onDraft(read(draft, t.firstDate, { firstDate: day }))}
          onUnread={() => onDraft(misread(draft, t.firstDate, 'firstDate'))}
        />
      </div>
      {!isOnce && (
        <div>
          <div className="row spread">
            <span>{t.down}</span>
            <strong>{downPayment > 0 ? formatMoney(downPayment) : t.noDown}</strong>
          </div>
          <Slider
            label={t.down}
            value={Math.round(downPayment / step)}
            min={0}
            max={Math.floor(most / step)}
            words={downPayment > 0 ? formatMoney(downPayment) : t.noDown}
            onChange={(ticks) => onDraft({ ...draft, downPayment: kopecks(ticks * step) })}
          />
          <p className="dim small">{problems.downPayment ?? t.downHint}</p>
        </div>
      )}
    </Card>
  );
}

const plain = ['equal', 'custom'] as const;
const bearing: ReadonlySet<PlanDraft['kind']> = new Set(['annuity', 'differentiated'] as const);

/** Other schedules, for whoever needs them: out of the way of those who do not. */
function OtherKinds({ draft, context, built, onDraft }: PlanProps) {
  const mayBear = context.grounds !== undefined && mayBearInterest(context.grounds);
  const offered = mayBear || bearing.has(draft.kind) ? [...plain, ...bearing] : plain;
  const kinds = offered.map((kind) => [kind, t.kinds[kind]] as const);
  const choose = (kind: PlanDraft['kind']) =>
    onDraft({ ...draft, kind, unread: {}, parts: kind === 'custom' ? partsFrom(built.rows) : draft.parts });
  const bearsInterest = bearing.has(draft.kind);
  return (
    <details className={styles.more} open={draft.kind !== 'equal' || draft.periodMonths > 1 || undefined}>
      <summary>{t.more}</summary>
      <div className="stack">
        <SelectField
          label={t.kind}
          choices={kinds}
          value={draft.kind}
          onChange={({ target }) => choose(target.value as PlanDraft['kind'])}
        />
        {draft.kind !== 'custom' && (
          <SelectField
            label={t.period}
            choices={Object.entries(t.periods)}
            value={String(draft.periodMonths)}
            onChange={({ target }) => onDraft({ ...draft, periodMonths: Number(target.value) })}
          />
        )}
        {bearsInterest && (
          <RateField
            label={t.rate}
            value={draft.rateBps}
            error={built.problems.rateBps}
            isUnread={t.rate in draft.unread}
            onRate={(rateBps) => onDraft(read(draft, t.rate, { rateBps }))}
            onUnread={() => onDraft(misread(draft, t.rate, 'rateBps'))}
          />
        )}
      </div>
    </details>
  );
}

/** What comes of the plan: the schedule as a picture and in numbers, all that is paid and all that is forgiven. */
function Outcome({ context, built, isRest }: PlanProps & { isRest: boolean }) {
  const { rows, plan, problems } = built;
  if (rows.length === 0) {
    return <Notice tone="warning">{Object.values(problems)[0] ?? t.wrong}</Notice>;
  }
  const forgiven = kopecks(Math.max(0, debtTotal(context.debt) - plan.amount));
  const { interest, fee, total } = beyondOf(built, context);
  const tax = isRest ? null : taxNoteOf(rows, forgiven, context.rates);
  return (
    <Card title={t.result}>
      <SchedulePicture rows={rows} />
      <Facts
        items={[
          { label: t.total, value: formatMoney(total) },
          ...(interest > 0 ? [{ label: t.interest, value: formatMoney(interest) }] : []),
          ...(fee > 0 ? [{ label: t.fee, value: formatMoney(fee) }] : []),
          ...(isRest ? [] : [{ label: t.forgiven, value: forgiven > 0 ? formatMoney(forgiven) : t.nothingForgiven }]),
        ]}
      />
      {rows.length > 1 && (
        <details className={styles.more}>
          <summary>{scheduleTexts.all}</summary>
          <ScheduleTable rows={rows} />
        </details>
      )}
      {forgiven > 0 && <p className={styles.promise}>{t.promise}</p>}
      <TaxDetails note={tax} />
    </Card>
  );
}
