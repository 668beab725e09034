import type { Input } from '#contract/kernel/op.ts';
import { companyIdentity, individualIdentity, rnkoForms } from '#contract/parties/rnko.ts';
import { type Actor, type Ctx, type Implemented, implement, type Writing } from '#server/platform/ctx.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { jsonText } from '#server/platform/database/json-columns.ts';
import { fillForm, findForm, judgeForm, rejectForm, sendForm } from './form.ts';
import { findProfile, findRequest, prepareIdentity, submitIdentity } from './identities.ts';
import { companyOf, notifyOwners } from './owners.ts';
import type { Owner } from './partner-data.ts';
import { enqueueFormSending, enqueueIdentification } from './partner-jobs.ts';

interface Of {
  params: { id: number };
}

/** The same four operations over either owner. */
const handlersOf = (column: Owner['column']) => {
  const ownerOf = ({ id }: { id: number }): Owner => ({ column, id });
  return {
    profile: (ctx: Ctx, { params }: Of) => findProfile(ctx, ownerOf(params)),
    prepare: async (
      ctx: Writing,
      { params, body }: Of & { body: Input<typeof individualIdentity.prepare>['body'] },
    ) => {
      await prepareIdentity(ctx, ownerOf(params), body);
      return findProfile(ctx, ownerOf(params));
    },
    submit: async (ctx: Writing, { params }: Of) => {
      await submitIdentity(ctx, ownerOf(params));
      return findRequest(ctx, ownerOf(params));
    },
    request: (ctx: Ctx, { params }: Of) => findRequest(ctx, ownerOf(params)),
  };
};

/** Writes a message of the partner down, once, and has him asked about what it names: only his answer counts. */
async function acceptMessage(
  { app, db }: Ctx<Actor | null, Tx>,
  { id, type, key }: Input<typeof rnkoForms.notice>['body'],
) {
  const identity = await db.selectFrom('rnkoIdentities').select('id').where('partnerKey', '=', key).executeTakeFirst();
  const form = await db.selectFrom('rnkoForms').select('id').where('partnerKey', '=', key).executeTakeFirst();
  const inserted = await db
    .insertInto('partnerMessages')
    .values({ partner: 'rnko', id, type, identityId: identity?.id ?? null, formId: form?.id ?? null })
    .onConflict((same) => same.columns(['partner', 'id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted && identity) await enqueueIdentification(app, db, identity.id);
  if (inserted && form) await enqueueFormSending(app, db, form.id);
}

const formHandlers = implement(rnkoForms, {
  async reject(ctx, { body }) {
    await rejectForm(ctx, body);
    const about = companyOf(body.legalEntityId);
    const title = 'Анкета для РНКО возвращена с замечаниями';
    await notifyOwners(ctx.db, about, rnkoForms.get, {
      event: 'rnko',
      title,
      detail: body.reason,
      about,
      topic: 'rnko.returned',
    });
    return findForm(ctx, body.legalEntityId);
  },
  get: (ctx, { params }) => findForm(ctx, params.id),
  async fill(ctx, { params, body }) {
    await fillForm(ctx, params.id, body);
    return findForm(ctx, params.id);
  },
  async startReview(ctx, { params }) {
    await judgeForm(ctx, params.id, 'startReview');
    return findForm(ctx, params.id);
  },
  async approve(ctx, { params }) {
    await judgeForm(ctx, params.id, 'approve', { set: { reason: null, remarks: jsonText([]) } });
    return findForm(ctx, params.id);
  },
  async send(ctx, { params }) {
    await sendForm(ctx, params.id);
    return findForm(ctx, params.id);
  },
  notice: (ctx, { body }) => acceptMessage(ctx, body),
});

export const rnkoHandlers: Implemented[] = [
  ...implement(individualIdentity, handlersOf('individualId')),
  ...implement(companyIdentity, handlersOf('legalEntityId')),
  ...formHandlers,
];
