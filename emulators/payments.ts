/**
 * A payment partner (РНКО) for the demonstration and the tests, its money being unreal. The key of the signatures comes
 * in `PAYMENTS_KEY`.
 *
 * - The API of the partner, signed both ways: see src/server/partners/payments.ts;
 * - `GET /pay/{id}` is the page on which somebody pays, `POST /pay/{id}` his answer; `/bind/{id}` is that on which he binds his card;
 * - `/control/notices` and `/control/behaviour`, which all partners have (partner.ts);
 * - `POST /control/payments/{key} {status}` ends a payment without its page;
 * - `POST /control/charges {answer}` says what becomes of money that is taken by a binding: `succeeded`, `failed` or `processing`;
 * - `POST /control/bindings/{key} {status}` ends a binding without its page;
 * - `POST /control/refunds {atOnce}` says whether money goes back at once or only when it is told;
 * - `POST /control/refunds/{key} {status}` ends a refund that waits;
 * - `POST /control/payouts {atOnce}` says whether money leaves for a creditor at once or only when it is told;
 * - `POST /control/payouts/{key} {status}` ends a payout that waits, or lets one that has gone come back, less what is `kept`;
 * - `POST /control/transfers {amount, purpose}` lets money come that nobody has asked for, or a commission go;
 * - `POST /control/movements {key, fault, by}` spoils the statement: the movement is `lost`, has another `sum`, or stands
 *   there `twice`;
 * - `POST /control/past {payments, refunds}` is what it has done before it was started: the demonstration outlives it;
 * - `GET /control/payments` shows all payments.
 */
import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import {
  activeBinding,
  allBindings,
  bindingOfPage,
  bindPage,
  type EmulatedBinding,
  endBinding,
  serveBindings,
  takeBindings,
} from './bindings.ts';
import { type Answer, absent, found, ok, openEmulator, refused, sendAway, sendPage } from './partner.ts';
import { framed, payPage } from './pay-page.ts';

const statuses = ['created', 'processing', 'succeeded', 'failed', 'cancelled'] as const;
type Status = (typeof statuses)[number];

export interface EmulatedPayment {
  id: string;
  key: string;
  amount: number;
  channel: string;
  purpose: string;
  returnUrl: string;
  /** Of what the money is taken, where nobody opens a page. */
  bindingId?: string;
  status: Status;
  succeededAt: string | null;
  reason: string | null;
}
export interface EmulatedRefund {
  id: string;
  key: string;
  paymentKey: string;
  amount: number;
  status: 'processing' | 'succeeded' | 'failed';
  succeededAt: string | null;
  reason: string | null;
}
export interface EmulatedPayout {
  id: string;
  key: string;
  amount: number;
  recipient: { name: string; account: string };
  purpose: string;
  status: 'processing' | 'succeeded' | 'failed' | 'returned';
  succeededAt: string | null;
  returned: { key: string; amount: number; at: string } | null;
  reason: string | null;
}
interface Movement {
  id: string;
  kind: 'payment' | 'refund' | 'transfer' | 'commission' | 'payout';
  key: string | null;
  amount: number;
  purpose: string;
  at: string;
}

const payments = new Map<string, EmulatedPayment>();
const refunds = new Map<string, EmulatedRefund>();
const payouts = new Map<string, EmulatedPayout>();
let refundsAtOnce = true;
let chargesEnd: Status = 'succeeded';
let payoutsAtOnce = true;
const movements: Movement[] = [];

const moscowDay = (at: string): string => new Date(Date.parse(at) + 3 * 3_600_000).toISOString().slice(0, 10);
const byId = (id: string): EmulatedPayment | undefined => [...payments.values()].find((one) => one.id === id);
const shown = (payment: EmulatedPayment) => ({
  ...payment,
  payUrl: payment.bindingId === undefined ? `${partner.origin}/pay/${payment.id}` : null,
});

type Order = Pick<EmulatedPayment, 'key' | 'amount' | 'channel' | 'purpose' | 'returnUrl' | 'bindingId'>;

function create(order: Order): Answer {
  const { bindingId } = order;
  const known = payments.get(order.key);
  if (known) return known.amount === order.amount ? ok(shown(known)) : refused('the key has another amount');
  if (bindingId !== undefined && !activeBinding(bindingId)) return refused('nothing is bound');
  const made: EmulatedPayment = {
    ...order,
    id: `p-${randomUUID()}`,
    status: 'created',
    succeededAt: null,
    reason: null,
  };
  payments.set(order.key, made);
  if (bindingId !== undefined) finish(made, chargesEnd, 'Недостаточно средств');
  return ok(shown(made));
}

function cancel(payment: EmulatedPayment): Answer {
  if (payment.status !== 'created')
    return payment.status === 'cancelled' ? ok(shown(payment)) : refused(payment.status);
  finish(payment, 'cancelled');
  return ok(shown(payment));
}

function refund(order: { key: string; paymentKey: string; amount: number }): Answer {
  const known = refunds.get(order.key);
  if (known) return ok(known);
  const payment = payments.get(order.paymentKey);
  const before = [...refunds.values()].filter((one) => one.paymentKey === order.paymentKey && one.status !== 'failed');
  const returned = before.reduce((sum, one) => sum + one.amount, 0);
  if (payment?.status !== 'succeeded' || returned + order.amount > payment.amount) return refused('nothing to return');
  const made: EmulatedRefund = {
    ...order,
    id: `r-${randomUUID()}`,
    status: 'processing',
    succeededAt: null,
    reason: null,
  };
  refunds.set(order.key, made);
  if (refundsAtOnce) finishRefund(made, 'succeeded');
  return ok(made);
}

/** Money goes back, or will not, which the platform is told of. */
function finishRefund(refund: EmulatedRefund, status: EmulatedRefund['status']): void {
  const at = new Date().toISOString();
  refund.status = status;
  if (status === 'failed') refund.reason = 'Банк плательщика отказал';
  if (status === 'succeeded') {
    const { id, key, amount } = refund;
    const purpose = payments.get(refund.paymentKey)?.purpose ?? '';
    refund.succeededAt = at;
    movements.push({ id, kind: 'refund', key, amount: -amount, purpose, at });
  }
  void partner.tell({ key: refund.key, type: `refund.${status}` });
}

function payOut(order: Pick<EmulatedPayout, 'key' | 'amount' | 'recipient' | 'purpose'>): Answer {
  const known = payouts.get(order.key);
  if (known) return known.amount === order.amount ? ok(known) : refused('the key has another amount');
  const made: EmulatedPayout = {
    ...order,
    id: `o-${randomUUID()}`,
    status: 'processing',
    succeededAt: null,
    returned: null,
    reason: null,
  };
  payouts.set(order.key, made);
  if (payoutsAtOnce) finishPayout(made, 'succeeded');
  return ok(made);
}

/** Money leaves for a creditor, will not, or comes back from his bank, which may keep something, and the platform is told. */
function finishPayout(payout: EmulatedPayout, status: EmulatedPayout['status'], kept = 0): void {
  const at = new Date().toISOString();
  const { id, key, amount, purpose } = payout;
  payout.status = status;
  if (status === 'failed') payout.reason = 'Счёт получателя закрыт';
  if (status === 'succeeded') {
    payout.succeededAt = at;
    movements.push({ id, kind: 'payout', key, amount: -amount, purpose, at });
  }
  if (status === 'returned') {
    payout.returned = { key: randomUUID(), amount: amount - kept, at };
    payout.reason = 'Банк получателя вернул деньги';
    movements.push(wayBack(payout, payout.returned));
  }
  void partner.tell({ key, type: `payout.${status}` });
}

/** The movement by which the money of a payout has come back. */
const wayBack = ({ id, purpose }: EmulatedPayout, back: NonNullable<EmulatedPayout['returned']>): Movement => ({
  id: `${id}-back`,
  kind: 'payout',
  purpose,
  ...back,
});

function statement(day: string): Answer {
  const before = movements.filter(({ at }) => moscowDay(at) < day);
  const rows = movements.filter(({ at }) => moscowDay(at) === day);
  const sum = (some: readonly Movement[]): number => some.reduce((total, { amount }) => total + amount, 0);
  return ok({ opening: sum(before), closing: sum(before) + sum(rows), rows });
}

/** A payment comes to its end, which the platform is told of. */
function finish(payment: EmulatedPayment, status: Status, why = 'Банк плательщика отказал'): void {
  const at = new Date().toISOString();
  payment.status = status;
  if (status === 'failed') payment.reason = why;
  if (status === 'succeeded') {
    payment.succeededAt = at;
    movements.push({
      id: payment.id,
      kind: 'payment',
      key: payment.key,
      amount: payment.amount,
      purpose: payment.purpose,
      at,
    });
  }
  void partner.tell({ key: payment.key, type: `payment.${status}` });
}

/** The API that only the platform may call. */
function serve(method: string, path: string, body: unknown): Answer {
  const [, first, second, third] = path.split('/');
  const payment = payments.get(second ?? '');
  if (first === 'bindings') return serveBindings(method, path, body, partner.origin);
  if (method === 'POST' && path === '/payments') return create(body as Order);
  if (method === 'POST' && path === '/refunds') return refund(body as Parameters<typeof refund>[0]);
  if (method === 'GET' && first === 'refunds') return found(refunds.get(second ?? ''));
  if (method === 'POST' && path === '/payouts') return payOut(body as Parameters<typeof payOut>[0]);
  if (method === 'GET' && first === 'payouts') return found(payouts.get(second ?? ''));
  if (method === 'GET' && first === 'statements') return statement(second ?? '');
  if (!payment) return absent;
  return third === 'cancel' ? cancel(payment) : ok(shown(payment));
}

/** Money comes that nobody has asked for, or goes when the sum is below zero. */
function transfer(body: Record<string, unknown>): Answer {
  const amount = Number(body['amount']);
  const purpose = typeof body['purpose'] === 'string' ? body['purpose'] : '';
  const kind = amount < 0 ? 'commission' : 'transfer';
  const made: Movement = { id: `t-${randomUUID()}`, kind, key: null, amount, purpose, at: new Date().toISOString() };
  movements.push(made);
  return ok({ id: made.id });
}

/** What the partner has done before. */
type Past = {
  payments: readonly EmulatedPayment[];
  refunds: readonly EmulatedRefund[];
  payouts: readonly EmulatedPayout[];
  bindings: readonly EmulatedBinding[];
};

/** Takes what has come to its end before, and stands in its statements. */
function takePast(past: Past): Answer {
  takeBindings(past.bindings);
  for (const payment of past.payments) {
    const { id, key, amount, purpose, succeededAt } = payment;
    payments.set(key, payment);
    movements.push({ id, kind: 'payment', key, amount, purpose, at: succeededAt! });
  }
  for (const one of past.refunds) {
    const { id, key, paymentKey, amount, succeededAt } = one;
    refunds.set(key, one);
    const purpose = payments.get(paymentKey)?.purpose ?? '';
    movements.push({ id, kind: 'refund', key, amount: -amount, purpose, at: succeededAt! });
  }
  for (const one of past.payouts) {
    const { id, key, amount, purpose, succeededAt, returned } = one;
    payouts.set(key, one);
    movements.push({ id, kind: 'payout', key, amount: -amount, purpose, at: succeededAt! });
    if (returned) movements.push(wayBack(one, returned));
  }
  return ok({});
}

/** A statement that is wrong: a movement is lost, has another sum, or stands there twice. */
function spoilMovement(body: Record<string, unknown>): Answer {
  const index = movements.findIndex(({ key: known }) => known === body['key']);
  const movement = movements[index];
  if (!movement) return absent;
  if (body['fault'] === 'lost') movements.splice(index, 1);
  if (body['fault'] === 'sum') movement.amount += Number(body['by']);
  if (body['fault'] === 'twice') movements.push({ ...movement, id: `p-${randomUUID()}` });
  return ok({});
}

function control(method: string, path: string, body: Record<string, unknown>): Answer {
  if (path === '/control/payments')
    return ok({
      payments: [...payments.values()],
      refunds: [...refunds.values()],
      payouts: [...payouts.values()],
      bindings: allBindings(),
      asked: partner.asked(),
    });
  if (path === '/control/refunds') refundsAtOnce = body['atOnce'] !== false;
  if (path === '/control/payouts') payoutsAtOnce = body['atOnce'] !== false;
  if (path === '/control/past') return takePast(body as Parameters<typeof takePast>[0]);
  if (path === '/control/transfers') return transfer(body);
  if (path === '/control/movements') return spoilMovement(body);
  const named = path.split('/')[3] ?? '';
  const refund = refunds.get(named);
  if (refund) finishRefund(refund, body['status'] === 'failed' ? 'failed' : 'succeeded');
  const payout = payouts.get(named);
  const ended = (['succeeded', 'failed', 'returned'] as const).find((one) => one === body['status']);
  if (payout && ended) finishPayout(payout, ended, Number(body['kept'] ?? 0));
  const binding = allBindings().find(({ key }) => key === named);
  const bound = (['active', 'failed', 'revoked'] as const).find((one) => one === body['status']);
  if (binding && bound) tellOfBinding(binding, bound);
  if (path === '/control/charges') chargesEnd = statuses.find((one) => one === body['answer']) ?? 'succeeded';
  const payment = payments.get(named);
  const status = statuses.find((one) => one === body['status']);
  if (method === 'POST' && payment && status) finish(payment, status);
  return ok({});
}

/** A binding comes to its end, which the platform is told of. */
function tellOfBinding(binding: EmulatedBinding, status: EmulatedBinding['status']): void {
  endBinding(binding, status);
  void partner.tell({ key: binding.key, type: `binding.${status}` });
}

/** The page on which somebody binds his card, and his answer. */
function pageOfBinding(response: ServerResponse, method: string, path: string, form: URLSearchParams): void {
  const binding = bindingOfPage(path);
  if (!binding) response.writeHead(404).end();
  else if (method !== 'POST') sendPage(response, framed(bindPage(binding)));
  else {
    if (binding.status === 'created') tellOfBinding(binding, form.get('answer') === 'bind' ? 'active' : 'failed');
    sendAway(response, binding.returnUrl);
  }
}

/** The page on which somebody pays, and his answer. */
function page(response: ServerResponse, method: string, path: string, form: URLSearchParams): boolean {
  if (path.startsWith('/bind/')) {
    pageOfBinding(response, method, path, form);
    return true;
  }
  if (!path.startsWith('/pay/')) return false;
  const payment = byId(path.slice(5));
  if (!payment) response.writeHead(404).end();
  else if (method !== 'POST') sendPage(response, payPage(payment));
  else {
    const isOpen = payment.status === 'created' || payment.status === 'processing';
    if (isOpen) finish(payment, form.get('answer') === 'pay' ? 'succeeded' : 'failed');
    sendAway(response, payment.returnUrl);
  }
  return true;
}

const partner = await openEmulator({ key: process.env['PAYMENTS_KEY'] ?? '', serve, control, page });
