import { type Kopecks, kopecks, sumKopecks } from '../values/money.ts';
import type { FeeWay } from './fee-kinds.ts';
import { type AccountCode, accountOf } from './ledger-accounts.ts';
import type { Fee } from './tariff.ts';

/** Whose settlement an event is about. */
type Parties = {
  readonly settlementId: number;
  readonly legalEntityId: number;
  readonly individualId: number;
};

/** Which payout of which creditor an event is about. */
type OfPayout = { readonly legalEntityId: number; readonly payoutId: number; readonly amount: Kopecks };

/** Of whose fee an event is, and by which invoice where that was written down. */
type OfInvoice = { readonly legalEntityId: number; readonly fee: Fee; readonly invoiceId?: number };

/** How an incoming payment is divided: `taken` by schedule and penalty, the rest overpaid. */
type Received = { readonly taken: Kopecks; readonly overpaid: Kopecks };

/** How what was taken is divided: to schedule rows (A1) and to penalty (A2). */
type Allocated = { readonly toSchedule: Kopecks; readonly toPenalty: Kopecks };

/**
 * What happens to money (docs/domain.md §9, E1–E15), sums in kopecks. `matched` is E2 for money that had come unmatched;
 * `allocated` and `fee` are their own events because they may come later and be reversed by a refund. `rescheduled` is for an
 * addendum: what the open rows asked for before and after it; `annulled` is for an agreement that both sides have given up,
 * `cancelled` for one whose obligations the law has ended or whose claim went on to others: no gift of its creditor. What is
 * `expensed` has left us and is owed by nobody (docs/decisions/0126), until it comes back after all.
 */
export type LedgerEvent =
  | (Parties & { readonly kind: 'concluded'; readonly claim: Kopecks; readonly forgiven: Kopecks })
  | (Parties & { readonly kind: 'paid' } & Received)
  | { readonly kind: 'received_unmatched'; readonly amount: Kopecks }
  | (Parties & { readonly kind: 'matched' } & Received)
  | (Parties & { readonly kind: 'allocated' } & Allocated)
  | (Parties & { readonly kind: 'fee'; readonly way: FeeWay; readonly fee: Fee })
  | (OfPayout & { readonly kind: 'paid_out' })
  | (OfPayout & { readonly kind: 'payout_returned' })
  | { readonly kind: 'partner_commission'; readonly amount: Kopecks }
  | { readonly kind: 'expensed'; readonly amount: Kopecks }
  | { readonly kind: 'expense_returned'; readonly amount: Kopecks }
  | (Parties & {
      readonly kind: 'refunded';
      readonly from: 'creditor' | 'overpaid';
      readonly amount: Kopecks;
      readonly allocated: Allocated;
      readonly fee: Fee;
      readonly feeWay: FeeWay;
    })
  | { readonly kind: 'returned_unmatched'; readonly amount: Kopecks }
  | (Parties & { readonly kind: 'fulfilled'; readonly forgiven: Kopecks })
  | (Parties & { readonly kind: 'breached'; readonly claimRest: Kopecks; readonly forgiven: Kopecks })
  | (Parties & { readonly kind: 'rescheduled'; readonly before: Kopecks; readonly after: Kopecks })
  | (Parties & { readonly kind: 'annulled'; readonly claimRest: Kopecks; readonly forgiven: Kopecks })
  | (Parties & { readonly kind: 'cancelled'; readonly claimRest: Kopecks; readonly forgiven: Kopecks })
  | (Parties & { readonly kind: 'penalty_accrued'; readonly amount: Kopecks })
  | (Parties & { readonly kind: 'penalty_waived'; readonly amount: Kopecks; readonly why: PenaltyEnd })
  | {
      readonly kind: 'invoice_paid';
      readonly legalEntityId: number;
      /** Where the money is: at the partner, on the operator's own account, or held here as nobody's until now. */
      readonly to: 'partner' | 'bank' | 'held';
      readonly amount: Kopecks;
      readonly invoiceId?: number;
    }
  | (OfInvoice & { readonly kind: 'fee_lowered' })
  | (OfInvoice & { readonly kind: 'fee_restored' });

/** Why a penalty is owed no more: counted again after money told of late, given up by the creditor, or its agreement ended. */
export type PenaltyEnd = 'recounted' | 'given_up' | 'ended';

/** What each event is called in the ledger. */
export const LEDGER_EVENTS: Readonly<Record<LedgerEvent['kind'], string>> = {
  concluded: 'Соглашение заключено',
  paid: 'Платёж поступил',
  received_unmatched: 'Поступление без назначения',
  matched: 'Поступление разнесено',
  allocated: 'Платёж зачтён в долг',
  fee: 'Вознаграждение платформы',
  paid_out: 'Выплата кредитору',
  payout_returned: 'Выплата вернулась',
  partner_commission: 'Комиссия РНКО',
  expensed: 'Списано в расходы',
  expense_returned: 'Списанное вернулось',
  refunded: 'Возврат плательщику',
  returned_unmatched: 'Возврат неизвестному плательщику',
  fulfilled: 'Остаток долга прощён',
  breached: 'Соглашение расторгнуто',
  rescheduled: 'График изменён',
  annulled: 'Соглашение отменено сторонами',
  cancelled: 'Обязательства прекращены',
  penalty_accrued: 'Неустойка начислена',
  penalty_waived: 'Неустойка списана',
  invoice_paid: 'Счёт за вознаграждение оплачен',
  fee_lowered: 'Вознаграждение уменьшено',
  fee_restored: 'Вознаграждение, снятое дважды, восстановлено',
};

/** One side of an entry. `holderId` is null on accounts that nobody holds apart. */
export type Line = {
  readonly account: AccountCode;
  readonly holderId: number | null;
  readonly side: 'debit' | 'credit';
  readonly amount: Kopecks;
};

type Holders = Partial<Parties>;
type AccountSum = readonly [account: AccountCode, amount: Kopecks];

type Kind = LedgerEvent['kind'];
type Event<K extends Kind> = Extract<LedgerEvent, { kind: K }>;

/** The table of docs/domain.md §9: what each event posts. */
const ENTRIES: { readonly [K in Kind]: (event: Event<K>) => Line[] } = {
  concluded: (event) => concluded(event, event.claim, event.forgiven),
  paid: (event) => incoming('1010', event),
  received_unmatched: ({ amount }) => move({}, '1010', '2030', amount),
  matched: (event) => incoming('2030', event),
  allocated: (event) => allocated(event, event),
  fee: (event) => feeLines(event, event.way, event.fee),
  paid_out: (event) => move(event, '2010', '1010', event.amount),
  payout_returned: (event) => move(event, '1010', '2010', event.amount),
  partner_commission: ({ amount }) => move({}, '9100', '1010', amount),
  expensed: ({ amount }) => move({}, '9100', '1010', amount),
  expense_returned: ({ amount }) => move({}, '1010', '9100', amount),
  refunded: (event) => refund(event),
  returned_unmatched: ({ amount }) => move({}, '2030', '1010', amount),
  fulfilled: (event) => move(event, 'M99', 'M20', event.forgiven),
  breached: (event) => reverse(concluded(event, event.claimRest, event.forgiven)),
  rescheduled: (event) => rescheduled(event),
  annulled: (event) => reverse(concluded(event, event.claimRest, event.forgiven)),
  cancelled: (event) => reverse(concluded(event, event.claimRest, event.forgiven)),
  penalty_accrued: (event) => move(event, 'M30', 'M99', event.amount),
  penalty_waived: (event) => move(event, 'M99', 'M30', event.amount),
  invoice_paid: (event) => move(event, PAID_TO[event.to], '1200', event.amount),
  fee_lowered: (event) => reverse(feeLines(event, 'invoiced', event.fee)),
  fee_restored: (event) => feeLines(event, 'invoiced', event.fee),
};

const PAID_TO: Readonly<Record<Event<'invoice_paid'>['to'], AccountCode>> = {
  partner: '1010',
  bank: '1020',
  held: '2030',
};

/**
 * The lines of the entry of an event: debits equal credits, sums of nothing are left out, so an event that moves nothing
 * has no lines. A sum below zero, or VAT larger than its fee, throws.
 */
export function linesOf<K extends Kind>(event: Event<K>): Line[] {
  return (ENTRIES[event.kind] as (event: Event<K>) => Line[])(event);
}

function concluded(holders: Holders, claim: Kopecks, forgiven: Kopecks): Line[] {
  return entry(
    holders,
    [
      ['M10', claim],
      ['M20', forgiven],
    ],
    [['M99', sumKopecks([claim, forgiven])]],
  );
}

/** Principal stays as it is: what a new schedule changes is its interest. */
function rescheduled({ before, after, ...holders }: Event<'rescheduled'>): Line[] {
  if (after >= before) return move(holders, 'M10', 'M99', kopecks(after - before));
  return move(holders, 'M99', 'M10', kopecks(before - after));
}

function incoming(from: AccountCode, event: Holders & Received): Line[] {
  const { taken, overpaid } = event;
  return entry(
    event,
    [[from, sumKopecks([taken, overpaid])]],
    [
      ['2010', taken],
      ['2020', overpaid],
    ],
  );
}

function allocated(holders: Holders, { toSchedule, toPenalty }: Allocated): Line[] {
  return entry(
    holders,
    [['M99', sumKopecks([toSchedule, toPenalty])]],
    [
      ['M10', toSchedule],
      ['M30', toPenalty],
    ],
  );
}

const FEE_FROM: Readonly<Record<FeeWay, AccountCode>> = { withheld: '2010', invoiced: '1200', on_top: '1010' };

function feeLines(holders: Holders, way: FeeWay, { amount, vat }: Fee): Line[] {
  return entry(
    holders,
    [[FEE_FROM[way], amount]],
    [
      ['9010', kopecks(amount - vat)],
      ['2050', vat],
    ],
  );
}

/** Money goes back to the debtor; what it was allocated to and the fee of it are reversed in the same entry. */
function refund(event: Event<'refunded'>): Line[] {
  return [
    ...move(event, event.from === 'creditor' ? '2010' : '2020', '1010', event.amount),
    ...reverse(allocated(event, event.allocated)),
    ...reverse(feeLines(event, event.feeWay, event.fee)),
  ];
}

function move(holders: Holders, debit: AccountCode, credit: AccountCode, amount: Kopecks): Line[] {
  return entry(holders, [[debit, amount]], [[credit, amount]]);
}

function entry(holders: Holders, debits: readonly AccountSum[], credits: readonly AccountSum[]): Line[] {
  return [...linesFor('debit', debits, holders), ...linesFor('credit', credits, holders)];
}

function linesFor(side: Line['side'], sums: readonly AccountSum[], holders: Holders): Line[] {
  return sums.flatMap(([account, amount]) => {
    if (amount < 0) throw new RangeError(`${account}: a sum below zero is posted to the other side`);
    return amount === 0 ? [] : [{ account, holderId: holderOf(account, holders), side, amount }];
  });
}

function holderOf(account: AccountCode, { legalEntityId, individualId, settlementId }: Holders): number | null {
  const { holder } = accountOf(account);
  if (holder === 'none') return null;
  const id = { legalEntity: legalEntityId, individual: individualId, settlement: settlementId }[holder];
  if (id === undefined) throw new Error(`${account} is kept by ${holder}`);
  return id;
}

/** The entry that undoes another: nothing posted is ever edited. */
export function reverse(lines: readonly Line[]): Line[] {
  return lines.map((line) => ({ ...line, side: line.side === 'debit' ? 'credit' : 'debit' }));
}

/** Balances by account and holder, each counted to the side on which the account grows. */
export type Balances = ReadonlyMap<string, Kopecks>;

/** The key of a balance. */
export function balanceKey({ account, holderId }: Pick<Line, 'account' | 'holderId'>): string {
  return holderId === null ? account : `${account}:${holderId}`;
}

/** The balance of an account of a holder; nothing posted is zero. */
export function balanceOf(balances: Balances, account: AccountCode, holderId: number | null = null): Kopecks {
  return balances.get(balanceKey({ account, holderId })) ?? kopecks(0);
}
