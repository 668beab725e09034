import type { App } from '#server/platform/app.ts';
import type { Writing } from '#server/platform/ctx.ts';
import { defineEvent, type Publisher } from '#server/platform/events.ts';

/** All entries of a registry of full form are there: whoever has been looking for one of its claims may find it. */
export const registryLoaded = defineEvent<{ registryId: number }>('registries.loaded');

/** Somebody's claims may be there that were not, or he may be told of now: his requests look for them once more. */
export const claimsSought = defineEvent<{ individualId: number }>('registries.claimsSought');

/** Full claims of a company are there, have found their debtors or were withdrawn. */
export const claimsChanged = defineEvent<{ legalEntityId: number }, Publisher & { app: App }>(
  'registries.claimsChanged',
);

/** A creditor withdraws a claim about which there is an agreement that nothing else can end: it ends before. Why he does stays with him. */
export const claimWithdrawing = defineEvent<{ registryEntryId: number }, Writing>('registries.claimWithdrawing');
