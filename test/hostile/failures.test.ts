import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { operations } from '#contract/index.ts';
import { messageOf } from '#contract/kernel/errors.ts';
import { isText, type Operation } from '#contract/kernel/op.ts';
import { valid } from '../fuzz/helpers/arbitraries.ts';
import { type ActorName, actorFor } from '../fuzz/helpers/asking.ts';
import { sessionRestoration } from '../fuzz/helpers/restoration.ts';
import { makeWorld, type World } from '../fuzz/helpers/world.ts';
import type { Reply } from '../helpers/client.ts';
import { bodyFor } from '../helpers/files/multipart.ts';
import { readLog } from '../helpers/log.ts';
import { patience } from '../helpers/patience.ts';
import { partnerHeaders } from '../payments/helpers/scenario.ts';

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(async () => {
  // Here the failures are wanted.
  world.testApp.undeclared.length = 0;
  await world.testApp.stop();
});

const query = (text: string) => world.testApp.owner.query(text);

/** They look at nothing that could break, or say by their own status what is broken: the partner of this world is silent. */
const unbreakable = [
  'data-rubricator.countries',
  'debug.logTail',
  'reconciliation.run',
  'registries.template',
  'simple-registries.template',
  'system.health',
  'system.readiness',
  'system.about',
  // It is counted in memory.
  'system.contentReport',
  // What no question guesses is refused before anything is looked at: a value fits its kind (rates.test.ts).
  'rates.propose',
  // The same of what is told of a company (operating-companies.test.ts).
  'operating-companies.propose',
  // Whether somebody need vouch is in what the look for the session reads, too (operators/vouchers.test.ts).
  'operators.vouch',
  // Nobody tells people by SMS, browser or messenger in the world of the questions (deliveries/deliveries.test.ts, messenger.test.ts).
  'deliveries.browserKey',
  'deliveries.bindBrowser',
  'deliveries.linkMessenger',
  'deliveries.smsNotice',
  // An event and a channel that go together are no guess (deliveries/deliveries.test.ts).
  'notifications.choose',
  // Its path names a step, of which the questions know none (close-day.test.ts).
  'close-day.runSub',
  // No day is sealed in the world of the questions (seal.test.ts).
  'close-day.checkSeal',
  // Two days in their order, a year apart at most, are no guess (payments/agent-report.test.ts).
  'payouts.report',
  'payouts.reportPaper',
];

/**
 * What operations need and the look for the session does not: without one of these, operations fail deep inside, in a
 * way that nobody designed.
 */
const columns = [
  // First: the only task of each person is removed as soon as it can be.
  'background_tasks.file_key',
  'individuals.last_name',
  'operators.last_name',
  'individuals.editors',
  'individuals.verification_status',
  'registries.as_of_date',
  'registries.number',
  'registries.version',
  'registry_entries.contract_date',
  'registry_entries.withdrawn_at',
  'simple_registry_entries.contract_number',
  'simple_registry_entries.decision_at',
  'simple_registry_entries.withdrawn_at',
  'chats.last_no',
  'chats.request_id',
  'chats.registry_id',
  'chats.account_id',
  'chats.called_at',
  'chat_messages.text',
  'chat_messages.event',
  'chat_reads.read_no',
  'complaints.status',
  'registry_problems.message',
  'registry_verdicts.verdict',
  'registry_rows.last_name',
  'stored_files.name',
  'entry_tallies.entries',
  'legal_entities.short_name',
  'legal_entities.verification_status',
  'representatives.legal_entity_id',
  'saved_views.screen',
  'saved_views.account_id',
  'registry_entries.frozen_at',
  'terms_offers.side',
  'issued_documents.number',
  'certificate_requests.due_on',
  'certificate_rules.revoked_at',
  'settlement_policies.bands',
  'payment_details.deleted_at',
  'payment_details.verified_at',
  'payment_details.is_default',
  'owned_files.deleted_at',
  'owned_files.place',
  'payments.partner_key',
  'payments.number',
  'payments.status',
  'schedule_items.interest',
  'settlements.feedback_status',
  'settlements.feedback_at',
  'one_time_codes.subject_sealed',
  'settlements.status',
  'requests.archived_at',
  'simple_requests.archived_at',
  'memberships.position',
  'operators.last_name',
  'roles.name',
  'permissions.name',
  'registration_tokens.email',
  'registration_tokens.created_at',
  'restore_password_tokens.created_at',
  'consent_documents.title',
  'consents.given_at',
  'consent_documents.version',
  'owned_files.file_id',
  'letters.template',
  'accounts.email',
  'sessions.ip',
  'sessions.end_reason',
  'rate_limits.points',
  'audit_log.operation',
  'row_counts.rows',
  'tariffs.valid_from',
  'legal_entity_types.help',
  'individual_categories.help',
  'payments.fee_amount',
  'reconciliations.own_closing',
  'differences.purpose',
  'company_features.is_on',
  'company_features.changed_at',
  'rnko_identities.individual_id',
  'rnko_identities.legal_entity_id',
  'rnko_identities.partner_key',
  'rnko_forms.legal_entity_id',
  'approvals.reason',
  'employees.last_name',
  'accounts.search',
  'permissions.employee',
  'background_tasks.title',
  'notifications.read_at',
  'document_templates.title',
  'document_templates.clauses',
  'settings.kept',
  'settings.version',
  'security_events.kind',
];

/** What must be asked for beside the path. */
const queries: Readonly<Record<string, string>> = {
  'search.find': '?q=иванов',
  'requests.creditors': '?q=альфа',
  'saved-views.list': '?screen=individuals',
  'consents.publicDocument': '?kind=privacy-policy',
  'payments.quote': '?amount=100',
  'rates.touched': '?kind=keyRate&from=2030-01-01',
};

/** Without a search they answer with a kept number, which no column of the list can spoil. */
const counting = operations
  .filter(({ code, def }) => /counts$/i.test(code) && def.query && 'q' in def.query.shape)
  .map(({ code }) => code);

const birthDate = fc.constant('1985-04-12');

const queryOf = (code: string): string => queries[code] ?? (counting.includes(code) ? '?q=иванов' : '');

/** An answer that had begun and cannot be finished is broken off: there is nothing in it to look at. */
const brokenOff = (error: unknown): null => {
  if (error instanceof TypeError) return null;
  throw error;
};

/** What is right by its schema may still be refused by a rule, so a request with a body gets a few tries. */
const tries = [
  { seed: 5, bare: false },
  { seed: 5, bare: true },
  { seed: 6, bare: false },
  { seed: 7, bare: false },
];

/** A right request of an operation, the same each time. @returns null when the answer was broken off */
async function ask(operation: Operation, actor: ActorName): Promise<Reply | null> {
  for (const one of operation.def.body ? tries : []) {
    const reply = await askBy(operation, actor, one);
    if (!reply || reply.status < 400 || reply.status >= 500) return reply;
  }
  return askBy(operation, actor, tries[0]!);
}

/** @param bare without what may be left out */
function askBy(operation: Operation, actor: ActorName, { seed, bare }: (typeof tries)[number]): Promise<Reply | null> {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, param: string) =>
    isText(param)
      ? world.wordsOf(param, operation.path)[0]!
      : String(world.idOf(operation.def.on![param]!, actor, operation)),
  );
  const { body } = operation.def;
  const [given] = body ? fc.sample(valid(body, { ...world.hints, birthDate }), { numRuns: 1, seed }) : [];
  const isAsked = ([key]: [string, unknown]): boolean => !bare || !body!.shape[key]!.safeParse(undefined).success;
  const wire = body && bodyFor(operation, Object.fromEntries(Object.entries(given as object).filter(isAsked)));
  return world
    .browser(actor)
    .send(operation.method, path + encodeURI(queryOf(operation.code)), wire?.body, {
      ...wire?.headers,
      ...partnerHeaders(operation, wire?.body ?? ''),
    })
    .catch(brokenOff);
}

/** Whoever signs out can ask nothing more, so he is another one. */
const askerOf = (operation: Operation): ActorName =>
  operation.code === 'auth.signOut' ? 'individual' : actorFor(operation);

/** Whoever has signed out can ask nothing more. */
const signOutLast = operations.toSorted(
  (a, b) => Number(a.code === 'auth.signOut') - Number(b.code === 'auth.signOut'),
);

/** One write must not close the way for the next operation. The table itself may be the one that is away. */
async function comeBack(): Promise<void> {
  await query(sessionRestoration).catch(() => undefined);
  await query('update employees set version = 1 where version > 1').catch(() => undefined);
  await query('update consents set revoked_at = null where revoked_at is not null').catch(() => undefined);
  await query(`update requests set status = 'search', close_reason = null where status = 'closed'`).catch(
    () => undefined,
  );
}

/** Asks operations while something is away. @returns the failed answers with their operations */
async function failuresWithout(
  away: string,
  back: string,
  asked: readonly Operation[] = signOutLast,
): Promise<{ code: string; reply: Reply }[]> {
  await world.restore();
  await query(away);
  const failures: { code: string; reply: Reply }[] = [];
  try {
    for (const operation of asked) {
      const reply = await ask(operation, askerOf(operation));
      if (reply && reply.status >= 500) failures.push({ code: operation.code, reply });
      if (operation.method !== 'GET') await comeBack();
    }
  } finally {
    await query(back);
  }
  return failures;
}

/** Without these nobody is known, or nothing is written at all: a failure would not come from the operation itself. */
const ofEveryRequest =
  'accounts sessions individuals employees operators memberships legal_entities roles permissions role_permissions ' +
  // Of the last one readiness says that the server is not ready, which is no failure.
  'rate_limits idempotency_records audit_log nodes migrations';

/** Gives every other table another name, or its own name back. */
const renameOthers = (from: string, to: string): string => `
  do $$ declare name text; begin
    for name in select relname from pg_class join pg_namespace n on n.oid = relnamespace and nspname = 'public'
      where relkind = 'r' and ${from} loop
      execute format('alter table %I rename to %I', name, ${to});
    end loop;
  end $$`;
const othersAway = renameOthers(`relname <> all (string_to_array('${ofEveryRequest}', ' '))`, `'away_' || name`);
const othersBack = renameOthers(`relname like 'away\\_%'`, `substr(name, 6)`);

/** What is taken away at once and given back together. */
interface Loss {
  name: string;
  away: string;
  back: string;
}

/**
 * The usual run takes nearly all tables away at once and then, some at a time, the columns that the rest needs.
 * FAILURES=1 takes only one column at a time, so that operations fail at as many depths as there are columns.
 */
const isThorough = process.env['FAILURES'] !== undefined;
const columnsAtOnce = isThorough ? 1 : 8;

const lossOf = (some: readonly string[]): Loss => {
  const renames = (from: (column: string) => string, to: (column: string) => string): string =>
    some
      .map((name) => name.split('.') as [string, string])
      .map(([table, column]) => `alter table ${table} rename ${from(column)} to ${to(column)}`)
      .join('; ');
  const itself = (column: string): string => column;
  const hidden = (column: string): string => `away_${column}`;
  return { name: some.join(', '), away: renames(itself, hidden), back: renames(hidden, itself) };
};

const losses: Loss[] = [
  ...(isThorough ? [] : [{ name: 'all tables but those of every request', away: othersAway, back: othersBack }]),
  ...Array.from({ length: Math.ceil(columns.length / columnsAtOnce) }, (_, part) =>
    lossOf(columns.slice(part * columnsAtOnce, (part + 1) * columnsAtOnce)),
  ),
];

describe('when a table or a column is away, the answer of a failed operation says nothing about it', () => {
  const failed = new Set<string>();
  const incidents: string[] = [];

  test.each(losses)('$name', async ({ away, back }) => {
    const failures = await failuresWithout(
      away,
      back,
      // Once is enough: the way of a failed operation is the same whatever is away.
      signOutLast.filter(({ code }) => !failed.has(code)),
    );
    for (const { code, reply } of failures) {
      failed.add(code);
      expect([code, reply.status]).toEqual([code, 500]);
      expect(reply.body).toEqual({
        code: 'server.failed',
        message: messageOf('server.failed'),
        incident: expect.stringMatching(/^[0-9a-f-]{36}$/),
      });
      expect(reply.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(reply.headers.get('cache-control')).toBe('no-store');
      incidents.push(reply.body.incident);
    }
  });

  test('every operation has failed at least once', () => {
    const all = operations.map(({ code }) => code).filter((code) => !unbreakable.includes(code));
    expect(all.filter((code) => !failed.has(code))).toEqual([]);
  });

  test('the log knows every incident, with its operation and its kind', async () => {
    await vi.waitFor(() => {
      const logged = readLog(world.testApp.dataDir)
        .split('\n')
        .filter((line) => line.includes('"msg":"server.failed"'))
        .map((line) => JSON.parse(line));
      const known = new Map(logged.map((entry) => [entry.requestId, entry]));
      expect(incidents.filter((incident) => !known.get(incident)?.operation)).toEqual([]);
      expect(logged.every((entry) => entry.level === 50 && entry.error.name)).toBe(true);
    }, patience);
  });

  test('and afterwards everything goes on', async () => {
    await world.restore();
    expect((await world.browser('administrator').get('/api/individuals')).status).toBe(200);
  });
});

test('a lost table fails as quietly as a lost column', async () => {
  const failures = await failuresWithout('alter table sessions rename to away', 'alter table away rename to sessions');
  expect(failures.length).toBeGreaterThan(operations.length / 2);
  for (const { reply } of failures) expect(reply.text).not.toMatch(/sessions|relation|select|\.ts/i);
});
