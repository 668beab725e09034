import type { ServerModule } from '#server/platform/module.ts';
import { paymentDetailHandlers } from './handlers.ts';
import { paymentDetailLetters } from './letters.ts';
import { paymentDetailResources } from './payment-details.resource.ts';
import { tables } from './tables.ts';

export const paymentDetailsModule: ServerModule = {
  name: 'payment-details',
  tables,
  operations: paymentDetailHandlers,
  resources: paymentDetailResources,
  letters: paymentDetailLetters,
};
