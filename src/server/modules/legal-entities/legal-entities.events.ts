import type { App } from '#server/platform/app.ts';
import { defineEvent, type Publisher } from '#server/platform/events.ts';

/** A company has been verified: whoever has named it before may find it now. */
export const companyVerified = defineEvent<{ legalEntityId: number }, Publisher & { app: App }>(
  'legalEntities.verified',
);
