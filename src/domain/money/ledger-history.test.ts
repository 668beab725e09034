import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { changesOf, isBalanced, overdrawn } from '#test/helpers/ledger/ledger-model.ts';
import { lesser, minus, mulDiv } from '../values/exact.ts';
import { type Kopecks, kopecks, sumKopecks } from '../values/money.ts';
import type { FeeWay } from './fee-kinds.ts';
import { balanceKey, balanceOf, type LedgerEvent, linesOf } from './ledger.ts';
import { brokenInvariants } from './ledger-invariants.ts';
import { includedVat } from './tariff.ts';

/** How many acts a history has, and how many histories there are: together 10^5 acts unless told. */
const ACTS = Number(process.env.LEDGER_ACTS ?? 10_000);
const HISTORIES = 10;

type Paid = {
  taken: Kopecks;
  toSchedule: Kopecks;
  toPenalty: Kopecks;
  fee: { amount: Kopecks; vat: Kopecks };
  way: FeeWay;
};
type Settlement = { claim: Kopecks; forgiven: Kopecks; penalty: Kopecks; isOpen: boolean; payments: Paid[] };

const ZERO = kopecks(0);
const WAYS: readonly FeeWay[] = ['withheld', 'invoiced', 'on_top'];

/**
 * A world of settlements that does random things, legal or not, and keeps its own account of them: what the partner's statement
 * says, what is open of every schedule. Each act goes through the ledger, which must refuse what overdraws.
 */
class World {
  readonly balances = new Map<string, Kopecks>();
  readonly settlements: Settlement[] = Array.from({ length: 24 }, () => closedSettlement());
  statement = ZERO;
  done = 0;
  refused = 0;
  readonly random: (below: number) => number;

  constructor(random: (below: number) => number) {
    this.random = random;
  }

  act(): void {
    const settlementId = this.random(this.settlements.length);
    const settlement = this.settlements[settlementId] as Settlement;
    const parties = { settlementId, legalEntityId: settlementId % 4, individualId: settlementId % 7 };
    const amount = kopecks(this.random(1_000_000) + 1);
    const free = [
      () => this.post({ kind: 'received_unmatched', amount }, amount),
      () => this.post({ kind: 'returned_unmatched', amount }, kopecks(0 - amount)),
      () =>
        this.post({ kind: 'paid_out', legalEntityId: parties.legalEntityId, payoutId: 1, amount }, kopecks(0 - amount)),
      () => this.post({ kind: 'partner_commission', amount: kopecks(amount % 1000) }, kopecks(-(amount % 1000))),
      () => this.payInvoice(parties.legalEntityId),
    ];
    const ofSettlement = settlement.isOpen
      ? [
          () => this.pay(settlement, parties, amount, 'paid'),
          () => this.pay(settlement, parties, amount, 'matched'),
          () => this.refund(settlement, parties),
          () => this.accrue(settlement, parties, kopecks(amount % 500)),
          () => this.end(settlement, parties),
        ]
      : [() => this.conclude(settlement, parties, amount)];
    const acts = [...free, ...ofSettlement, ...ofSettlement];
    acts[this.random(acts.length)]?.();
  }

  conclude(settlement: Settlement, parties: Parameters<World['pay']>[1], claim: Kopecks): void {
    const forgiven = kopecks(this.random(500_000));
    this.post({ kind: 'concluded', ...parties, claim, forgiven }, ZERO);
    Object.assign(settlement, { claim, forgiven, penalty: ZERO, isOpen: true, payments: [] });
  }

  pay(
    settlement: Settlement,
    parties: { settlementId: number; legalEntityId: number; individualId: number },
    amount: Kopecks,
    kind: 'paid' | 'matched',
  ): void {
    const taken = lesser(amount, sumKopecks([settlement.claim, settlement.penalty]));
    const overpaid = minus(amount, taken);
    if (!this.post({ kind, ...parties, taken, overpaid }, kind === 'paid' ? amount : ZERO)) return;
    const toSchedule = lesser(taken, settlement.claim);
    const toPenalty = minus(taken, toSchedule);
    this.post({ kind: 'allocated', ...parties, toSchedule, toPenalty }, ZERO);
    settlement.claim = minus(settlement.claim, toSchedule);
    settlement.penalty = minus(settlement.penalty, toPenalty);
    const way = WAYS[this.random(WAYS.length)] as FeeWay;
    const feeAmount = mulDiv(taken, this.random(2000), 10_000);
    const fee = { amount: feeAmount, vat: includedVat(feeAmount, 2200) };
    this.post({ kind: 'fee', ...parties, way, fee }, way === 'on_top' ? feeAmount : ZERO);
    settlement.payments.push({ taken, toSchedule, toPenalty, fee, way });
  }

  refund(settlement: Settlement, parties: Parameters<World['pay']>[1]): void {
    const payment = settlement.payments.at(-1);
    if (!payment) return;
    const { taken, fee, way, ...allocated } = payment;
    const back = kopecks(0 - taken - (way === 'on_top' ? fee.amount : 0));
    const event = {
      kind: 'refunded',
      ...parties,
      from: 'creditor',
      amount: taken,
      allocated,
      fee,
      feeWay: way,
    } as const;
    if (!this.post(event, back)) return;
    settlement.payments.pop();
    settlement.claim = kopecks(settlement.claim + payment.toSchedule);
    settlement.penalty = kopecks(settlement.penalty + payment.toPenalty);
  }

  accrue(settlement: Settlement, parties: Parameters<World['pay']>[1], amount: Kopecks): void {
    this.post({ kind: 'penalty_accrued', ...parties, amount }, ZERO);
    settlement.penalty = kopecks(settlement.penalty + amount);
  }

  end(settlement: Settlement, parties: Parameters<World['pay']>[1]): void {
    this.post({ kind: 'penalty_waived', ...parties, amount: settlement.penalty, why: 'ended' }, ZERO);
    if (settlement.claim === 0) this.post({ kind: 'fulfilled', ...parties, forgiven: settlement.forgiven }, ZERO);
    else this.post({ kind: 'breached', ...parties, claimRest: settlement.claim, forgiven: settlement.forgiven }, ZERO);
    Object.assign(settlement, closedSettlement());
  }

  payInvoice(legalEntityId: number): void {
    const owed = balanceOf(this.balances, '1200', legalEntityId);
    const to = this.random(2) === 0 ? 'bank' : 'partner';
    if (owed > 0) this.post({ kind: 'invoice_paid', legalEntityId, to, amount: owed }, to === 'bank' ? ZERO : owed);
  }

  post(event: LedgerEvent, received: Kopecks): boolean {
    const lines = linesOf(event);
    if (!isBalanced(lines)) throw new Error(`${event.kind} is not balanced`);
    if (overdrawn(this.balances, lines).length > 0) {
      this.refused++;
      return false;
    }
    for (const [key, change] of changesOf(lines))
      this.balances.set(key, kopecks((this.balances.get(key) ?? 0) + change));
    this.statement = kopecks(this.statement + received);
    this.done++;
    return true;
  }

  broken() {
    const openClaims = new Map(this.settlements.map((settlement, id) => [id, settlement.claim]));
    const openPenalties = new Map(this.settlements.map((settlement, id) => [id, settlement.penalty]));
    return brokenInvariants(this.balances, { statement: this.statement, openClaims, openPenalties });
  }

  negative(): string[] {
    const mayBe = (key: string) => ['1200', '9010', '2050'].includes(key.split(':')[0] ?? '');
    return [...this.balances].filter(([key, amount]) => amount < 0 && !mayBe(key)).map(([key]) => key);
  }
}

function closedSettlement(): Settlement {
  return { claim: ZERO, forgiven: ZERO, penalty: ZERO, isOpen: false, payments: [] };
}

/** A small generator of its own: a hundred thousand draws through the library would be most of the time. */
function generator(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

test(`${ACTS * HISTORIES} random acts keep every balance`, { timeout: 3_600_000 }, () => {
  let done = 0;
  let refused = 0;
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const world = new World(generator(seed));
      for (let act = 1; act <= ACTS; act++) {
        world.act();
        if (act % 500 === 0 || act === ACTS) {
          expect(world.broken()).toEqual([]);
          expect(world.negative()).toEqual([]);
        }
      }
      done += world.done;
      refused += world.refused;
    }),
    { numRuns: HISTORIES },
  );
  expect(done).toBeGreaterThan(ACTS * HISTORIES * 0.7);
  expect(refused).toBeGreaterThan(HISTORIES);
});

test('the key of a balance tells the holder', () => {
  expect(balanceKey({ account: '2010', holderId: 4 })).toBe('2010:4');
  expect(balanceKey({ account: '1010', holderId: null })).toBe('1010');
});
