import type { App } from '#server/platform/app.ts';
import { defineEvent, type Publisher } from '#server/platform/events.ts';

/** An invited operator has come for the first time. */
export const operatorCame = defineEvent<{ id: number }, Publisher & { app: App }>('auth.operatorCame');
