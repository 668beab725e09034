/** A message for one phone. `key` names it on both sides: asked twice, it is one message. */
interface SmsOrder {
  key: string;
  /** A phone as `+79161234567`. */
  to: string;
  text: string;
}

/** A message as the gateway knows it. */
export interface GatewaySms {
  id: string;
  key: string;
  status: 'accepted' | 'sent' | 'delivered' | 'failed';
  reason: string | null;
}

/** Who carries messages to phones. Every call may throw `PartnerSilent` or `PartnerRefused`. */
export interface SmsGateway {
  send(order: SmsOrder): Promise<GatewaySms>;
  /** Null when the gateway has never heard of it. */
  find(key: string): Promise<GatewaySms | null>;
}
