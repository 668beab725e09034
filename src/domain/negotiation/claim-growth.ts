import { capsOn, contractCaps } from '../money/overpayment-caps.ts';
import { type Rates, rateOn } from '../rates/rates.ts';
import { isConsumerCredit, isForServices } from '../registries/registry-lists.ts';
import { loanPenaltyCap } from '../settlements/penalty.ts';
import { type ChargedContract, chargesLimit } from '../settlements/price/charges-limit.ts';
import { type Day, daysBetween } from '../values/days.ts';
import { BPS, formatBps, lesser, minus, mulDiv } from '../values/exact.ts';
import { formatMoney, type Kopecks, kopecks, sumKopecks } from '../values/money.ts';
import { formatPenalty } from './penalty-words.ts';

/** What a claim says of its debt and of its contract, sums in kopecks; null is unknown. */
export type GrowingClaim = ChargedContract & {
  readonly stage: 'pretrial' | 'court' | 'enforcement';
  /** It is bargained about, or an agreement about it is in force. */
  readonly frozen: boolean;
  /** Interest a year by the contract. */
  readonly rateBps: number | null;
  readonly principal: Kopecks;
  /** Interest demanded, overdue interest with it, for the days of the delay from the first one until that of the sums. */
  readonly interest: Kopecks;
  readonly overdueFrom: Day;
  readonly asOf: Day;
  /** A terminated agreement has left something of it: what its creditor may state is told beside (docs/decisions/0147). */
  readonly restored: boolean;
  /** Interest, overdue interest, penalties and fees demanded; no court costs. */
  readonly charges: readonly Kopecks[];
};

/** By what in the debtor's life interest and penalty stand still: «Банкротство через суд с 12.10.2026»; null where they go on. */
type Standstill = { readonly interest: string | null; readonly penalty: string | null };

const DAYS_A_YEAR = 365;

/**
 * Whether a debt grows, in sentences for its debtor: by the contract as far as its creditor has told it, within the law of a day. No
 * registry tells of a penalty's rate nor of what has been paid: of the one the ceiling is named, of the other what may come on top at most.
 */
export function claimGrowth(claim: GrowingClaim, stops: Standstill, rates: Rates, on: Day): string[] {
  return [...overchargedWords(claim, rates), ...growthWords(claim, stops, rates, on)];
}

/** That more is demanded than the law lets such a contract bear: its debtor owes none of that (docs/decisions/0214). */
function overchargedWords(claim: GrowingClaim, rates: Rates): string[] {
  const limit = chargesLimit(claim, rates);
  const charged = sumKopecks(claim.charges);
  if (limit === null || charged <= limit) return [];
  return [
    `Процентов, неустойки и комиссий заявлено ${formatMoney(charged)}, это на ${formatMoney(minus(charged, limit))} больше, чем закон разрешает по этому договору (353-ФЗ, ст. 5, ч. 24). Эту часть можно оспорить: соглашение на неё здесь не заключить.`,
  ];
}

function growthWords(claim: GrowingClaim, stops: Standstill, rates: Rates, on: Day): string[] {
  if (claim.stage === 'enforcement') {
    return [
      'Кредитор сообщает, что долг взыскивают по решению суда: растёт ли он дальше, сказано в решении или приказе.',
    ];
  }
  if (claim.frozen) {
    return [
      'Пока вы договариваетесь, сумма не растёт. После подписания проценты и неустойка по договору не начисляются, пока соглашение не расторгнуто.',
    ];
  }
  if (stops.interest !== null) return [`Сейчас долг не растёт. Причина: ${stops.interest}.`];
  const stopped = stops.penalty === null ? null : `Неустойка сейчас не начисляется. Причина: ${stops.penalty}.`;
  // Where neither interest nor a penalty can run nothing is charged again.
  const held = claim.restored && (stopped === null || bearsInterest(claim)) ? [HELD] : [];
  if (isForServices(claim.contractKind))
    return [...held, NO_INTEREST, stopped ?? servicePenaltyWords(claim, rates, on)];
  const left = leftOf(claim, rates);
  if (left === 0) {
    return [
      'Долг больше не растёт: начислено уже столько, сколько закон разрешает по этому договору (353-ФЗ, ст. 5, ч. 24).',
    ];
  }
  return [
    ...held,
    interestWords(claim, left, rates),
    stopped ?? loanPenaltyWords(claim, rates, on),
    ...(left === null
      ? []
      : [`Всего по закону может добавиться не больше ${formatMoney(left)} (353-ФЗ, ст. 5, ч. 24).`]),
  ];
}

const NO_INTEREST = 'Процентов по такому долгу нет.';

/** How much all charges may still grow (353-ФЗ, ст. 5, ч. 24); null where nothing caps the whole, or too little is known. */
export function leftOf(claim: GrowingClaim, rates: Rates): Kopecks | null {
  const limit = chargesLimit(claim, rates);
  if (limit === null) return null;
  const charged = sumKopecks(claim.charges);
  return charged >= limit ? kopecks(0) : minus(limit, charged);
}

/** What is charged again is one thing, what its creditor may state here is another, and is told in the card of that name. */
const HELD =
  'Соглашение расторгнуто, и снова может начисляться то, что сказано ниже. Сколько кредитор может здесь заявить, сказано в «После расторжения соглашения».';

/** Whether interest may run by the contract; of a rate that its creditor has not told it may. */
const bearsInterest = ({ contractKind, rateBps, principal }: GrowingClaim): boolean =>
  !isForServices(contractKind) && (rateBps === null || (rateBps !== 0 && principal !== 0));

/**
 * Interest of one day on what is left of the principal, never above the law's ceiling of a day (ч. 23). That the debt grows by it is said
 * only where its creditor demands what such days make: of one who demands less nobody here knows whether he charges it
 * (docs/decisions/0167).
 */
function interestWords(claim: GrowingClaim, left: Kopecks | null, rates: Rates): string {
  const { rateBps, principal, restored } = claim;
  if (rateBps === null) return 'Кредитор не назвал ставку договора: начисляются ли проценты, спросите у него.';
  if (!bearsInterest(claim)) return 'Проценты по договору не начисляются.';
  const yearBps = interestOf({ ...claim, rateBps }, rates);
  const perDay = mulDiv(principal, yearBps, BPS * DAYS_A_YEAR);
  const byContract = `по договору ${formatBps(yearBps)} годовых, это около ${formatMoney(perDay)} в день с основного долга ${formatMoney(principal)}.`;
  if (restored) return `Проценты ${byContract}`;
  if (isCharged(claim, yearBps, left)) return `Долг растёт: проценты ${byContract}`;
  return `Проценты ${byContract} Но кредитор заявил меньше процентов, чем набежало бы по этой ставке за дни просрочки. Начисляет ли он их сейчас, спросите у него.`;
}

/** Whether the interest demanded is at least half of what the days of the delay make by the rate, as far as the law lets it grow. */
function isCharged({ principal, interest, overdueFrom, asOf }: GrowingClaim, yearBps: number, left: Kopecks | null) {
  const days = Math.max(0, daysBetween(overdueFrom, asOf));
  const made = mulDiv(principal, yearBps * days, BPS * DAYS_A_YEAR);
  const lawful = left === null ? made : lesser(made, sumKopecks([interest, left]));
  return interest * 2 >= lawful;
}

/** The rate a year of a contract, never above the law's ceiling of a day. */
export function interestOf(claim: GrowingClaim & { readonly rateBps: number }, rates: Rates): number {
  const { contractKind, right, contractDate, rateBps } = claim;
  const dailyBps = isConsumerCredit(contractKind, right)
    ? (capsOn(contractCaps(rates), contractDate)?.dailyBps ?? null)
    : null;
  return dailyBps === null ? rateBps : Math.min(rateBps, dailyBps * DAYS_A_YEAR);
}

/** The ceiling of a penalty, which no registry names (353-ФЗ, ст. 5, ч. 21); the higher one where nobody knows whether interest runs. */
function loanPenaltyWords({ contractKind, right, rateBps }: GrowingClaim, rates: Rates, on: Day): string {
  const consumer = isConsumerCredit(contractKind, right);
  const cap = loanPenaltyCap({ consumer, contractKind, interestAccrues: (rateBps ?? 0) > 0, day: on }, rates);
  return cap === null
    ? 'Неустойка за просрочку может начисляться, если она есть в договоре: спросите кредитора.'
    : `Неустойка за просрочку, если она есть в договоре, не больше ${formatPenalty(cap)} от просроченного (353-ФЗ, ст. 5, ч. 21).`;
}

/** What a late payment for utilities costs by the law (ЖК РФ, ст. 155, ч. 14); no law is known for telecom (docs/decisions/0105). */
function servicePenaltyWords({ contractKind, restored }: GrowingClaim, rates: Rates, on: Day): string {
  const cap = contractKind === 'utilities' ? rateOn(rates, 'utilityPenaltyCap', 'utilities', on) : null;
  return cap === null
    ? 'Неустойка может начисляться, если она есть в договоре: спросите кредитора.'
    : `${restored ? 'Неустойка' : 'Долг растёт на неустойку'}: с ${cap.freeDays + 1}-го дня просрочки не больше 1/${cap.firstPart}, с ${cap.secondFrom}-го не больше 1/${cap.secondPart} ключевой ставки в день (ЖК РФ, ст. 155, ч. 14).`;
}
