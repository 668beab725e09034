import * as z from 'zod';
import type { GatewaySms, SmsGateway } from '#server/platform/ports/sms.ts';
import type { PartnerAddress } from './client.ts';
import { openSignedClient } from './signed-client.ts';

const Sms = z.object({
  id: z.string().min(1).max(100),
  key: z.uuid(),
  status: z.enum(['accepted', 'sent', 'delivered', 'failed']),
  reason: z.string().max(300).nullable(),
});

/** An answer about another message is no answer: who has asked asks again. */
const about = (key: string): z.ZodType<GatewaySms> => Sms.refine((answer) => answer.key === key);

/** The gateway of SMS over HTTP. */
export function openSmsGateway(address: PartnerAddress): SmsGateway {
  const { ask, demand } = openSignedClient(address);
  return {
    send: (order) => demand(about(order.key), 'POST', '/messages', order),
    find: (key) => ask(about(key), 'GET', `/messages/${key}`),
  };
}
