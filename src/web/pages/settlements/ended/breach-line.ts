import { formatDayOf } from '#web/ui/format.ts';
import type { Settlement } from '../sides.ts';
import { endingTexts as t } from './ending-texts.ts';

type Breach = Pick<
  NonNullable<Settlement['breach']>,
  'number' | 'issuedOn' | 'deliveredOn' | 'payUntil' | 'byRule' | 'ruleUntil'
>;

/**
 * How far the notice of a breach has come, as the creditor reads it, and what ends the agreement then: he, or his rule.
 * @param isOver he may end it now
 */
export function breachLine(breach: Breach, isOver: boolean, today: string): string {
  const { number, issuedOn, deliveredOn, payUntil } = breach;
  const sent = t.noticed(number, formatDayOf(issuedOn));
  if (deliveredOn === null || payUntil === null) return `${sent} ${t.underWay}`;
  if (isOver) return `${sent} ${t.over(formatDayOf(payUntil))} ${nowEndedBy(breach, today)}`;
  return `${sent} ${t.delivered(formatDayOf(deliveredOn), formatDayOf(payUntil))} ${thenEndedBy(breach)}`;
}

function thenEndedBy({ byRule, ruleUntil }: Breach): string {
  if (!byRule) return t.byHand;
  return ruleUntil === null ? t.unread : t.byRule(formatDayOf(ruleUntil));
}

function nowEndedBy({ byRule, ruleUntil }: Breach, today: string): string {
  if (!byRule) return t.decide;
  if (ruleUntil === null) return t.decideUnread;
  // Past its day the rule has been kept from acting: whoever is asked decides.
  return ruleUntil < today ? t.decide : `${t.byRule(formatDayOf(ruleUntil))} ${t.mayEarlier}`;
}
