import { contacts } from '#contract/registries/contacts.ts';
import { implement, prepared } from '#server/platform/ctx.ts';
import { contactList, exportContacts } from './journal.ts';
import { loadContacts } from './load.ts';
import { readContactFile } from './read-file.ts';
import { enterContact, failContact } from './records.commands.ts';
import { contactWeek, creditorsOf } from './week.ts';

export const contactHandlers = implement(contacts, {
  week: (ctx, { params }) => contactWeek(ctx, params),
  creditors: (ctx, { params }) => creditorsOf(ctx, params.id),
  async enter(ctx, { params, body }) {
    await enterContact(ctx, params.e, body);
    return contactWeek(ctx, params);
  },
  async fail(ctx, { params, body }) {
    await failContact(ctx, params.x, body.why ?? null);
    return contactWeek(ctx, params);
  },
  load: prepared(contacts.load, {
    prepare: ({ app }, { file }) => readContactFile(app, file),
    run: (ctx, { params }, read) => loadContacts(ctx, params.id, read),
  }),
  list: (ctx, { query }) => contactList.page(ctx, query),
  exportExcel: (ctx, { query }) => exportContacts(ctx, query),
});
