import { type DebtPart, type DebtPartCode, debtPart } from '../settlements/debt-structure.ts';
import { type DisputedPart, disputedForgiven } from '../settlements/disputed-parts.ts';
import { formatMoney, type Kopecks, kopecks, sumKopecks } from '../values/money.ts';
import { sumInWords } from '../values/text/sum-in-words.ts';
import type { AgreementFacts } from './agreement-facts.ts';
import type { Block } from './document-template.ts';
import { wordsOf } from './settlement-words.ts';

type Facts = Pick<AgreementFacts, 'discount' | 'disputed'>;

/** What the debtor says of a part, in a column of a table. */
export function disputeWords(code: DebtPartCode, disputed: readonly DisputedPart[]): string {
  if (isOfCourt(code)) return 'решает суд';
  return disputed.some((part) => part.code === code) ? 'оспаривает' : 'признаёт';
}

/** Costs that a court awards: nobody could dispute them here, so nobody is said to have acknowledged them. */
const isOfCourt = (code: DebtPartCode): boolean => !debtPart(code).discountable;

/** What of the debt both agree about. */
export function acknowledgedDebt(facts: Facts): string {
  if (isWhole(facts)) return 'Стороны согласны с её размером и составом.';
  const parts = acknowledgedParts(facts);
  const costs = facts.discount.parts.filter(({ code, amount }) => amount > 0 && isOfCourt(code));
  const acknowledged =
    parts.length === 0
      ? 'Должник не признаёт ни одной её части.'
      : `Должник признаёт ${formatMoney(sumOf(parts))}: ${parts.map(partInWords).join(', ')}. В этой части стороны согласны с размером и составом задолженности.`;
  return costs.length === 0
    ? acknowledged
    : `${acknowledged} Судебные расходы (${formatMoney(sumOf(costs))}) распределяет суд: на платформе они не оспариваются.`;
}

/** What a signature acknowledges, in the accusative: of a part nobody may conclude that the whole is (Пленум ВС № 43, п. 20). */
export function acknowledgedSum(facts: Facts): string {
  if (isWhole(facts)) return 'задолженность';
  const parts = acknowledgedParts(facts);
  const agreed = 'обязанность уплатить Согласованную сумму';
  return parts.length === 0
    ? `${agreed}, а спорную часть задолженности не признаёт`
    : `задолженность в размере ${sumInWords(sumOf(parts))} и ${agreed}, а спорную часть не признаёт`;
}

/** «— Неустойка (пени, штрафы) — 34 000,00 ₽ (слова Должника: «начислена после оплаты»);» */
export function disputedLines({ discount, disputed = [] }: Facts): Block[] {
  return disputed.map(({ code, reason }, index) => {
    const amount = sumOf(discount.parts.filter((part) => part.code === code));
    const why = reason === null ? '' : ` (${wordsOf('individual', reason)})`;
    const text = `— ${partInWords({ code, amount })}${why}${index + 1 < disputed.length ? ';' : '.'}`;
    return { type: 'paragraph', number: null, text };
  });
}

/** How much of what is forgiven is acknowledged, and how much disputed. */
export function forgivenDisputeWords({ discount, disputed = [] }: Facts): string {
  const inDispute = disputedForgiven(discount, disputed);
  if (inDispute === 0) return 'Прощаемое Должник не оспаривает.';
  const rest = kopecks(discount.forgiven - inDispute);
  return `Из прощаемого Должник признаёт ${formatMoney(rest)} и оспаривает ${formatMoney(inDispute)}.`;
}

const isWhole = ({ disputed = [] }: Facts): boolean => disputed.length === 0;
const acknowledgedParts = ({ discount, disputed = [] }: Facts): DebtPart[] =>
  discount.parts.filter(
    ({ code, amount }) => amount > 0 && !isOfCourt(code) && !disputed.some((part) => part.code === code),
  );
const sumOf = (parts: readonly DebtPart[]): Kopecks => sumKopecks(parts.map(({ amount }) => amount));
const partInWords = ({ code, amount }: DebtPart): string => `${debtPart(code).label} — ${formatMoney(amount)}`;
