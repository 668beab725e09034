import { type Insertable, sql } from 'kysely';
import type { Answer } from '#contract/kernel/op.ts';
import type { contacts } from '#contract/registries/contacts.ts';
import type { LifeSpan } from '#domain/parties/life-event.ts';
import type { ContactLine } from '#domain/registries/contact-file.ts';
import { addDays, type Day, moscowDay } from '#domain/values/days.ts';
import { instantAt } from '#domain/values/local-time.ts';
import { lifeSpansWith } from '#server/modules/life-events/life-spans.queries.ts';
import { calendarIn } from '#server/modules/rates/rates.queries.ts';
import type { Writing } from '#server/platform/ctx.ts';
import type { Tx } from '#server/platform/database/db.ts';
import type { DB } from '#server/platform/database/schema.ts';
import { contactsOf, withoutOwn } from './contacts.queries.ts';
import { type ClaimDebtor, claimDebtorsBy, judgeKnown } from './debtor.queries.ts';
import { type Entered, enteredWith, plannedFor, sameOf } from './entered.queries.ts';
import type { ContactFile } from './read-file.ts';
import { tellRecorded } from './recorded.commands.ts';
import { type HeldContact, isForgotten, tellOfPlanned } from './records.commands.ts';
import { holdContacts, holdFiles } from './reservation.commands.ts';
import { KEPT } from './told.ts';

/** Keeps the contacts of a file, each once however often it is loaded. Rows that cannot be taken are told, the others are taken. */
export async function loadContacts(
  ctx: Writing,
  legalEntityId: number,
  { lines, problems }: ContactFile,
): Promise<Answer<typeof contacts.load>> {
  await holdFiles(ctx.db, legalEntityId);
  await holdContacts(
    ctx.db,
    legalEntityId,
    lines.map(({ inn }) => inn),
  );
  const told = [...problems];
  const debtors = await debtorsOf(ctx, legalEntityId, lines);
  const placed = lines.flatMap((line) => {
    const debtor = debtors.find(line);
    const problem = debtor ? problemOf(line.day, moscowDay(ctx.now)) : 'Такого должника нет в ваших реестрах';
    const at = problem === null ? instantAt(debtor!.zone, line.day, line.time) : ctx.now;
    if (problem === null && at <= ctx.now) return [{ line, debtor: debtor!, at }];
    told.push({ row: line.row, message: problem ?? NOT_YET });
    return [];
  });
  const { count, refused } = await keepAll(
    ctx,
    legalEntityId,
    // By their moments, so that each is judged by what was before it.
    placed.toSorted((one, other) => one.at.getTime() - other.at.getTime()),
  );
  return { ...count, problems: [...told, ...refused].toSorted((one, other) => one.row - other.row) };
}

const NOT_YET = 'Это время ещё не наступило: в файле только то, что состоялось';

function problemOf(day: Day, today: Day): string | null {
  // It may be tomorrow already where the debtor lives.
  if (day > addDays(today, 1)) return NOT_YET;
  return isForgotten(day, today) ? 'Журнал хранят три года: этот день раньше' : null;
}

interface Placed {
  line: ContactLine;
  debtor: ClaimDebtor;
  at: Date;
}

/**
 * What is in the journal already is known by its debtor, its kind and its minute, whoever entered it and of whichever claim, also where somebody has
 * said that it was not. What was planned for about that time is what the row tells of, unless operators keep it as it is.
 */
async function keepAll(
  ctx: Writing,
  legalEntityId: number,
  placed: readonly Placed[],
): Promise<{ count: Record<'taken' | 'known' | 'against', number>; refused: ContactFile['problems'] }> {
  const { db, now, actor } = ctx;
  const count = { taken: 0, known: 0, against: 0 };
  const refused: ContactFile['problems'] = [];
  const [first] = placed;
  if (first === undefined) return { count, refused };
  const inns = [...new Set(placed.map(({ line }) => line.inn))];
  const contactsBy = {
    call: await contactsOf(db, legalEntityId, inns, 'call', first.at),
    meeting: await contactsOf(db, legalEntityId, inns, 'meeting', first.at),
  };
  const entered = await enteredWith(db, legalEntityId, inns, { from: first.at, until: placed.at(-1)!.at });
  const byDebtor = Map.groupBy(entered, ({ inn }) => inn);
  const calendar = await calendarIn(db);
  const spansOf = spansBy(db, legalEntityId);
  const rows: Insertable<DB['contactRecords']>[] = [];
  const told: { planned: Entered; telling: HeldContact }[] = [];
  for (const { line, debtor, at } of placed) {
    const { kind, inn, note } = line;
    const met = { inn, kind, at };
    const theirs = byDebtor.get(inn) ?? [];
    const same = sameOf(theirs, met);
    if (same && (same.isTold || same.status === 'failed')) {
      count.known += 1;
      continue;
    }
    const planned = plannedFor(theirs, met);
    if (planned?.kept) {
      refused.push({ row: line.row, message: KEPT[planned.kept] });
      continue;
    }
    const counted = contactsBy[kind].get(inn) ?? [];
    const before = planned ? withoutOwn(counted, planned.at) : counted;
    const { allowed, reason } = judgeKnown(
      debtor,
      { kind, at, now },
      { contacts: before, spans: await spansOf(debtor), calendar },
    );
    contactsBy[kind].set(inn, [...before, at]);
    const telling = { at, reason, accountId: actor.accountId, note: note ?? planned?.note ?? null };
    if (planned) {
      told.push({ planned, telling });
      Object.assign(planned, { at, isTold: true, status: 'held' });
    } else {
      const { registryEntryId, individualId } = debtor;
      const of = { legalEntityId, registryEntryId, individualId };
      rows.push({ ...of, ...telling, kind, source: 'file', status: 'held', toldAt: now });
      byDebtor.set(inn, [
        ...theirs,
        { ...met, id: 0, note, status: 'held', isTold: true, isRefuted: false, kept: null },
      ]);
    }
    count.taken += 1;
    if (!allowed) count.against += 1;
  }
  const news: number[] = [];
  // In the order in which registries and events ask about what is planned, so that neither waits for the other in a ring.
  for (const { planned, telling } of told.toSorted((one, other) => one.planned.id - other.planned.id)) {
    news.push(...(await tellOfPlanned(db, planned, telling, now)));
  }
  for (let from = 0; from < rows.length; from += 500) {
    const made = await db
      .insertInto('contactRecords')
      .values(rows.slice(from, from + 500))
      .returning('id')
      .execute();
    news.push(...made.map(({ id }) => id));
  }
  await tellRecorded(db, news);
  return { count, refused };
}

/** What has been in the lives of debtors, of each asked once. */
function spansBy(db: Tx, legalEntityId: number): (debtor: ClaimDebtor) => Promise<LifeSpan[]> {
  const known = new Map<number, LifeSpan[]>();
  return async ({ individualId }) => {
    if (individualId === null) return [];
    const spans = known.get(individualId) ?? (await lifeSpansWith(db, individualId, legalEntityId));
    known.set(individualId, spans);
    return spans;
  };
}

async function debtorsOf({ db }: Writing, legalEntityId: number, lines: readonly ContactLine[]) {
  const inns = [...new Set(lines.map(({ inn }) => inn))];
  const which = sql`e.legal_entity_id = ${legalEntityId} and e.debtor_inn = any(${inns}::text[]) order by e.id desc`;
  const found = await claimDebtorsBy(db, which);
  const numbers = await contractNumbers(db, found);
  const byInn = Map.groupBy(found, ({ inn }) => inn);
  return {
    find: ({ inn, contract }: ContactLine): ClaimDebtor | undefined =>
      byInn.get(inn)?.find(({ registryEntryId }) => contract === null || numbers.get(registryEntryId!) === contract),
  };
}

async function contractNumbers(db: Tx, debtors: readonly ClaimDebtor[]): Promise<Map<number, string>> {
  const ids = debtors.map(({ registryEntryId }) => registryEntryId!);
  const { rows } = await sql<{ id: number; contractNumber: string }>`
    select id, contract_number from registry_entries where id = any(${ids}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, contractNumber }) => [id, contractNumber]));
}
