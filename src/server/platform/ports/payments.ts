import type { PAYMENT_CHANNELS } from '#domain/money/payment.ts';
import type { Day } from '#domain/values/days.ts';
import type { Kopecks } from '#domain/values/money.ts';

/** What the partner is asked to take. `key` names it on both sides: asked twice, it is one payment. */
interface PaymentOrder {
  key: string;
  /** All that the payer pays, the platform's fee included; kopecks. */
  amount: Kopecks;
  channel: keyof typeof PAYMENT_CHANNELS;
  /** What for; it holds no personal data. */
  purpose: string;
  /** Where the payer comes back to from the partner's page. */
  returnUrl: string;
  /** The partner's name of what the payer has bound: the money is taken of it, and nobody opens a page. */
  bindingId?: string;
}

/** A payment as the partner knows it. */
export interface PartnerPayment {
  id: string;
  key: string;
  amount: Kopecks;
  status: 'created' | 'processing' | 'succeeded' | 'failed' | 'cancelled';
  payUrl: string | null;
  /** When the money came; null before. */
  succeededAt: Date | null;
  reason: string | null;
}

/** What a payer binds, so that payments are taken without him. `key` names it on both sides. */
interface BindingOrder {
  key: string;
  channel: keyof typeof PAYMENT_CHANNELS;
  /** What for; it holds no personal data. */
  purpose: string;
  /** Where the payer comes back to from the partner's page. */
  returnUrl: string;
}
/** A card or a subscription of СБП as the partner knows it. The number is his alone. */
export interface PartnerBinding {
  /** The name under which he takes money of it. */
  id: string;
  key: string;
  status: 'created' | 'active' | 'failed' | 'revoked';
  /** The page on which the payer binds it; null after that. */
  bindUrl: string | null;
  /** By what the payer knows it again, as «•••• 4242»; null until it is bound. */
  mask: string | null;
  reason: string | null;
}

/** Money to be given back to whoever paid. */
interface RefundOrder {
  key: string;
  paymentKey: string;
  amount: Kopecks;
}
export interface PartnerRefund {
  id: string;
  key: string;
  amount: Kopecks;
  status: 'processing' | 'succeeded' | 'failed';
  succeededAt: Date | null;
  /** Why it has failed, where the partner says so. */
  reason: string | null;
}

/** Money that a creditor is paid out. */
export interface PayoutOrder {
  key: string;
  amount: Kopecks;
  /** Whose account it goes to. */
  recipient: {
    name: string;
    inn: string | null;
    bankName: string;
    bik: string | null;
    corrAccount: string | null;
    account: string;
  };
  /** What for; it holds no personal data. */
  purpose: string;
}
export interface PartnerPayout {
  id: string;
  key: string;
  amount: Kopecks;
  status: 'processing' | 'succeeded' | 'failed' | 'returned';
  /** When the money left; null before, and of what has failed. */
  succeededAt: Date | null;
  /** The movement by which it came back, under a key of its own, less what a bank has kept; null of all others. */
  returned: { key: string; amount: Kopecks; at: Date } | null;
  /** Why it has failed or come back, where the partner says so. */
  reason: string | null;
}

/** One movement of our account at the partner on a day. */
interface StatementRow {
  id: string;
  kind: 'payment' | 'refund' | 'transfer' | 'commission' | 'payout';
  /** The key of the payment, refund or payout that it belongs to, or of a payout's way back; null for a transfer that nobody has asked for. */
  key: string | null;
  /** Kopecks; below zero when money left. */
  amount: number;
  purpose: string;
  at: Date;
}
export interface Statement {
  opening: number;
  closing: number;
  rows: StatementRow[];
}

/** The credit organisation through which people pay (РНКО). Every call may throw the two errors below. */
export interface PaymentPartner {
  create(order: PaymentOrder): Promise<PartnerPayment>;
  /** Null when the partner has never heard of it. */
  find(key: string): Promise<PartnerPayment | null>;
  cancel(key: string): Promise<PartnerPayment>;
  bind(order: BindingOrder): Promise<PartnerBinding>;
  /** Null when the partner has never heard of it. */
  findBinding(key: string): Promise<PartnerBinding | null>;
  /** Takes nothing by it any more. Null when the partner has never heard of it. */
  unbind(key: string): Promise<PartnerBinding | null>;
  refund(order: RefundOrder): Promise<PartnerRefund>;
  /** Null when the partner has never heard of it. */
  findRefund(key: string): Promise<PartnerRefund | null>;
  /** His 404 is no «no»: it may be said by what stands before him. */
  payOut(order: PayoutOrder): Promise<PartnerPayout>;
  /** Null when the partner has never heard of it. */
  findPayout(key: string): Promise<PartnerPayout | null>;
  statement(day: Day): Promise<Statement>;
}
