import type { App } from '#server/platform/app.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';

/** Adds the job that sends an identification to the partner and asks for its result; while one waits there is no second. */
export const enqueueIdentification = (app: App, db: Db | Tx, identityId: number): Promise<void> =>
  app.jobs.add(db, 'ask-rnko-identity', { identityId }, { key: `rnko-identity:${identityId}`, maxAttempts: 25 });

/** The same for a questionnaire. */
export const enqueueFormSending = (app: App, db: Db | Tx, formId: number): Promise<void> =>
  app.jobs.add(db, 'ask-rnko-form', { formId }, { key: `rnko-form:${formId}`, maxAttempts: 25 });
