import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { LETTER_SUBJECTS } from '#domain/parties/debtor-letter.ts';
import { contactsOf } from '#server/modules/contacts/contacts.queries.ts';
import { reachOfPeople } from '#server/modules/registries/invitations/contacts.queries.ts';
import { sendNoticesOfEntries } from '#server/modules/registries/invitations/notices.ts';
import { liveDay } from '#test/helpers/live-day.ts';
import { letterTo } from '../helpers/mail/letters.ts';
import { accept, creditorOf, debtorOf, lump, offer, openBargaining } from '../settlements/helpers/bargaining.ts';
import { makeScenario, type Scenario } from '../settlements/helpers/scenario.ts';

let scenario: Scenario;
beforeAll(async () => {
  scenario = await makeScenario();
  await scenario.run(`update legal_entities set phone = '+78001234567' where id = $1`, [scenario.company]);
});
afterAll(() => scenario.testApp.stop());

const setConsent = async (given: 'given' | 'withdrawn' | 'never') => {
  const own = `account_id = (select account_id from individuals where id = $1)
    and document_id in (select id from consent_documents where kind = 'interaction-channels')`;
  await scenario.run(`delete from consents where ${own}`, [scenario.debtorId]);
  if (given === 'never') return;
  await scenario.run(
    `insert into consents (account_id, document_id, ip, revoked_at)
     select i.account_id, d.id, '—', case when $2 = 'withdrawn' then now() end from individuals i, consent_documents d
     where i.id = $1 and d.kind = 'interaction-channels'`,
    [scenario.debtorId, given],
  );
};
/** Nothing that another test has planned counts against the law's limits here. */
beforeEach(async () => {
  await scenario.run('delete from entry_notices');
  await setConsent('given');
});
const notices = () =>
  scenario.run('select about, channel, status, reason from entry_notices where channel <> $1 order by id', ['inside']);
/** A working Wednesday at noon in Moscow; the law allows letters then. */
const noon = new Date('2027-02-03T09:00:00Z');
const send = async () => {
  await scenario.run(`update entry_notices set planned_at = $1 where status = 'planned'`, [
    new Date(noon.getTime() - 1_000),
  ]);
  await liveDay(scenario.testApp.app, noon);
};
const claimFound = async () => {
  const id = await scenario.claim();
  await scenario.write((tx) => sendNoticesOfEntries(tx, 'full', [id]));
  return id;
};
const newest = () => letterTo(scenario.testApp, scenario.debtorEmail);

describe('a letter about a claim', () => {
  test('goes to a debtor who has agreed to letters, with the creditor and his phone, without a name and a sum', async () => {
    await claimFound();
    expect(await notices()).toMatchObject([{ about: 'claim', channel: 'email', status: 'planned' }]);
    await send();
    expect((await notices())[0]).toMatchObject({ status: 'sent', reason: null });
    const { subject, text } = await newest();
    expect(text).toContain(LETTER_SUBJECTS.claim);
    expect(text).toContain('+7 (800) 123-45-67');
    for (const secret of ['Иванов', '40 000', '500100732259']) expect(subject + text).not.toContain(secret);
  });

  test.each([
    ['withdrawn', 'no_consent'],
    ['never', 'no_consent'],
  ] as const)('is not planned where the consent is %s, and the journal says why', async (given, reason) => {
    await setConsent(given);
    await claimFound();
    expect(await notices()).toEqual([{ about: 'claim', channel: 'email', status: 'refused', reason }]);
  });

  test('is neither planned nor sent where another claim of the creditor closes the debtor', async () => {
    await claimFound();
    const other = await scenario.claim();
    const say = (flag: string) =>
      scenario.run('update registry_entries set contact_flag = $2 where id = $1', [other, flag]);
    await say('via_lawyer');
    await claimFound();
    await send();
    await say('allowed');
    expect((await notices()).map(({ status, reason }) => [status, reason])).toEqual([
      ['refused', 'via_lawyer'],
      ['refused', 'via_lawyer'],
    ]);
  });

  test('goes to an address that the contract names, unless its owner has withdrawn', async () => {
    await setConsent('never');
    const named = async () => {
      const id = await scenario.claim();
      await scenario.run('update registry_entries set email = $2 where id = $1', [id, scenario.debtorEmail]);
      await scenario.write((tx) => sendNoticesOfEntries(tx, 'full', [id]));
    };
    await named();
    await setConsent('withdrawn');
    await named();
    expect((await notices()).map(({ status }) => status)).toEqual(['planned', 'refused']);
  });

  test('does not go when the consent is withdrawn before its moment', async () => {
    await claimFound();
    await setConsent('withdrawn');
    await send();
    expect(await notices()).toMatchObject([{ status: 'refused', reason: 'no_consent' }]);
  });

  test('counts in the limits of the law once planned or sent; what was refused counts nothing', async () => {
    await setConsent('withdrawn');
    for (let n = 0; n < 5; n++) await claimFound();
    await setConsent('given');
    for (let n = 0; n < 3; n++) await claimFound();
    const days = await scenario.run(
      `select count(*)::int as count from entry_notices where status = 'planned'
       group by (planned_at at time zone 'Europe/Moscow')::date order by 1 desc`,
    );
    expect(days.map(({ count }) => count)).toEqual([2, 1]);
  });

  test('counts by the day when it went, however long ago it was ordered', async () => {
    await claimFound();
    await scenario.run(
      `update entry_notices set status = 'sent', sent_at = now() - interval '2 days', created_at = now() - interval '70 days'
       where channel = 'email'`,
    );
    const { db } = scenario.testApp.app.database;
    const inn = '500100732259';
    expect((await contactsOf(db, scenario.company, [inn])).get(inn)).toHaveLength(1);
  });

  test('to an address of one contract is agreed to by that contract and no other', async () => {
    await setConsent('never');
    const { db } = scenario.testApp.app.database;
    const [named, other] = [scenario.debtorEmail, 'other@example.test'].map((email) => ({
      individualId: scenario.debtorId,
      email,
    }));
    const reachOf = await reachOfPeople(db, [named!, other!]);
    expect([reachOf(named!)?.consents, reachOf(other!)?.consents]).toEqual([true, false]);
  });
});

describe('a letter about a settlement', () => {
  test('tells the debtor of an offer and of the agreement, and of nothing that he has done himself', async () => {
    const { id } = await openBargaining(scenario);
    await offer(scenario, creditorOf(scenario), id, lump(3_000_000));
    await send();
    expect((await newest()).text).toContain(LETTER_SUBJECTS.offer);
    expect((await accept(scenario, debtorOf(scenario), id)).status).toBe(200);
    await send();
    expect((await newest()).text).toContain(LETTER_SUBJECTS.concluded);
    expect((await notices()).map(({ about }) => about)).toEqual(['offer', 'concluded']);
  });

  test('about an offer that is no more is not sent', async () => {
    const { id } = await openBargaining(scenario);
    await offer(scenario, creditorOf(scenario), id, lump(3_000_000));
    await scenario.manager.post(`/api/legal-entities/${scenario.company}/loans/${id}/recall-terms`);
    await send();
    expect(await notices()).toMatchObject([{ about: 'offer', status: 'refused', reason: 'no_need' }]);
  });

  test('comes before a payment, after it, and with the cure notice; the creditor reads what concerns him', async () => {
    const { id } = await openBargaining(scenario);
    await offer(scenario, creditorOf(scenario), id, lump(3_000_000));
    await accept(scenario, debtorOf(scenario), id);
    await scenario.run('delete from entry_notices');
    const due = (day: string) => new Date(`${day}T09:00:00Z`);
    await scenario.run(`update schedule_items set due_date = '2027-03-10' where settlement_id = $1`, [id]);
    for (const day of ['2027-03-06', '2027-03-07', '2027-03-08', '2027-03-11', '2027-03-12', '2027-05-10']) {
      await liveDay(scenario.testApp.app, due(day));
    }
    const told = await scenario.run(
      `select about, (created_at at time zone 'Europe/Moscow')::date::text as day from entry_notices where settlement_id = $1 order by id`,
      [id],
    );
    expect(told.slice(0, 3)).toMatchObject([
      { about: 'due', day: '2027-03-07' },
      { about: 'overdue', day: '2027-03-11' },
      { about: 'cure' },
    ]);
    const cure = await scenario.run(
      `select distinct detail from notifications where title like '%соглашение может быть расторгнуто' and link = $1`,
      [`/settlement-${id}`],
    );
    // Sorted here: two databases may hold different opinions of where «ё» stands.
    expect(cure.map(({ detail }) => detail as string).sort()).toEqual([
      expect.stringContaining('Заёмщику дано 30 календарных дней'),
      expect.stringContaining('Прочитайте уведомление'),
    ]);
  });
});
