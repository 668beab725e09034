import { describe, expect, test } from 'vitest';
import { addDays, moscowDay, toDay } from '#domain/values/days.ts';
import type { Reply } from '../../helpers/client.ts';
import { asMultipart, smallPaper } from '../../helpers/files/multipart.ts';
import { paperText } from '../../helpers/paper-text.ts';
import {
  accept,
  codeFor,
  firstDate,
  lump,
  noText,
  offer,
  openBargaining,
  openParties,
  ordinaryBand,
  type Party,
  readDraft,
} from '../helpers/bargaining.ts';
import { type Scenario } from '../helpers/scenario.ts';

const { scenario, debtor } = await openParties();

const today = moscowDay(new Date());
const usual = {
  number: '41',
  issuedOn: toDay('2026-01-10'),
  validUntil: addDays(today, 300),
  scope: ['conclude'] as const,
};
const byPower = `Основание: доверенность № 41 от 10.01.2026, действует по ${usual.validUntil.split('-').toReversed().join('.')}`;
type EmployeeOptions = Partial<Parameters<Scenario['testApp']['employee']>[0]>;
const worker = async (options: EmployeeOptions): Promise<Party & { membershipId: number; employeeId: number }> => {
  const company = scenario.company;
  const made = await scenario.testApp.employee({
    legalEntityId: company,
    role: 'manager',
    lastName: 'Никитина',
    firstName: 'Ольга',
    middleName: 'Львовна',
    position: 'Менеджер по взысканию',
    power: usual,
    ...options,
  });
  return { ...made, base: `/api/legal-entities/${company}` };
};
const refusal = ({ status, body }: Reply) => [status, body.code];
const card = async (id: number, { client }: Party) => (await client.get(`/api/loans/${id}`)).body;
const letters = async (): Promise<number> =>
  (await scenario.run('select count(*)::int from letters'))[0]!['count'] as number;

const paperOf = (id: number, kind: string) => paperText(scenario.testApp.app, id, kind);

describe('whoever has no right', () => {
  test.each<[string, EmployeeOptions, string]>([
    ['without a power of attorney', { power: null }, 'у вас нет доверенности на право заключать соглашения'],
    ['whose power of attorney is over', { power: { ...usual, validUntil: addDays(today, -1) } }, 'действовала по'],
    [
      'whose power of attorney begins tomorrow',
      { power: { ...usual, issuedOn: addDays(today, 1) } },
      'действует только с',
    ],
    ['whose power of attorney is for other things', { power: { ...usual, scope: ['certify'] } }, 'не даёт права'],
    ['without a position', { position: '' }, 'не указана должность'],
    ['who is a head that no card names', { role: 'head', power: null }, 'не назван представитель'],
  ])('%s is told so before a code is sent, and by the card', async (_, options, why) => {
    const party = await worker(options);
    const { id } = await openBargaining(scenario);
    await offer(scenario, debtor, id, lump(3_000_000));
    const before = await letters();
    const asked = await party.client.post(`${party.base}/loans/${id}/signing-code`, { textHash: noText });
    expect([...refusal(asked), asked.body.message]).toEqual([403, 'authority.needed', expect.stringContaining(why)]);
    expect(await letters()).toBe(before);
    const { cannotSign, offers } = await card(id, party);
    expect(cannotSign.conclude).toBe(asked.body.message);
    const body = { termsHash: offers[0].termsHash, code: '123456' };
    expect(refusal(await party.client.post(`${party.base}/accept-terms/${id}`, body))).toEqual([
      403,
      'authority.needed',
    ]);
    expect(
      refusal(
        await party.client.post(`${party.base}/offer-terms/${id}`, {
          plan: lump(3_100_000),
          textHash: noText,
          code: '123456',
        }),
      ),
    ).toEqual([403, 'authority.needed']);
    expect((await card(id, debtor)).cannotSign).toBeNull();
  });

  test('signs once the head has given him a power of attorney', async () => {
    const party = await worker({ power: null });
    const { id } = await openBargaining(scenario);
    await offer(scenario, debtor, id, lump(3_000_000));
    const sent = asMultipart(usual, smallPaper);
    const path = `${party.base}/employees/${party.membershipId}/powers-of-attorney`;
    const given = await scenario.head.send('POST', path, sent.body, sent.headers);
    expect(given.status).toBe(201);
    expect((await accept(scenario, party, id)).status).toBe(200);
    // What he has signed by stays in the folder, whatever scan is attached after it.
    const another = new FormData();
    another.set('file', new File([smallPaper], 'другая.pdf'));
    const attached = await scenario.head.send('PUT', `${path}/${given.body.id}/file`, another);
    expect(attached.status, attached.text).toBe(200);
    const folder = (await scenario.head.get(`${party.base}/files/powers`)).body.items;
    expect(new Set(folder.map((file: { id: number }) => file.id))).toEqual(
      new Set([given.body.file.id, attached.body.file.id]),
    );
    // The same lets him not change what he has concluded.
    expect((await card(id, party)).cannotSign).toMatchObject({ conclude: null, change: expect.any(String) });
    const changed = await party.client.post(`${party.base}/loans/${id}/signing-code`, { textHash: noText });
    expect(refusal(changed)).toEqual([403, 'authority.needed']);
  });

  test('cannot use the code that he was sent before his power of attorney was revoked', async () => {
    const party = await worker({});
    const { id } = await openBargaining(scenario);
    await offer(scenario, debtor, id, lump(3_000_000));
    const { termsHash } = (await card(id, party)).offers[0];
    const code = await codeFor(scenario, party, id);
    await scenario.run(`update powers_of_attorney set status = 'revoked' where membership_id = $1`, [
      party.membershipId,
    ]);
    const refused = await party.client.post(`${party.base}/accept-terms/${id}`, { termsHash, code });
    expect(refusal(refused)).toEqual([403, 'authority.needed']);
  });

  test('publishes no conditions, confirms no payment and gives up no penalty', async () => {
    const boss = await worker({ role: 'head', power: null });
    const asked = await boss.client.post(`${boss.base}/policy/signing-code`, { form: { bands: [], version: 0 } });
    expect(refusal(asked)).toEqual([403, 'authority.needed']);
    expect((await boss.client.get(`${boss.base}/policy`)).body.cannotPublish).toBe(asked.body.message);
    // What ends agreements by itself wants the right to end them, too.
    const half = await worker({ role: 'head' });
    const form = { bands: [{ ...ordinaryBand, breachByRule: true }], version: 0 };
    await half.client.post(`${half.base}/policy/signing-code`, { form });
    const refused = await half.client.put(`${half.base}/policy`, { ...form, code: '123456' });
    expect(refusal(refused)).toEqual([403, 'authority.needed']);
    const { id } = await openBargaining(scenario);
    const accountant = await worker({ role: 'accountant' });
    expect(refusal(await accountant.client.post(`${accountant.base}/loans/${id}/fulfil`))).toEqual([
      403,
      'authority.needed',
    ]);
    expect(refusal(await boss.client.post(`${boss.base}/loans/${id}/waive-penalty`))).toEqual([
      403,
      'authority.needed',
    ]);
    expect(refusal(await boss.client.post(`${boss.base}/loans/${id}/breach`, { reason: 'Не платит совсем' }))).toEqual([
      409,
      'move.illegal',
    ]);
  });
});

describe('the papers', () => {
  test('of an offer that the debtor has made name under the signature who has accepted it', async () => {
    const party = await worker({});
    const { id } = await openBargaining(scenario);
    await offer(scenario, debtor, id, lump(3_000_000));
    const read = await debtor.client.get(`/api/loans/${id}/agreement-text`);
    expect(read.text).toContain('тот, чьи имя, должность и основание полномочий стоят под его подписью');
    expect((await accept(scenario, party, id)).status).toBe(200);
    const text = await paperOf(id, 'agreement');
    expect(text).toContain(
      `Кредитор: Никитина Ольга Львовна\nМенеджер по взысканию\n${byPower}; право: заключать соглашения`,
    );
    const protocol = await paperOf(id, 'signing_protocol');
    expect(protocol).toContain('Должность | Менеджер по взысканию\nОснование полномочий | доверенность № 41');
    const [{ signatory }] = (await scenario.run(
      `select snapshot->'signatory' as signatory from agreements where settlement_id = $1`,
      [id],
    )) as [{ signatory: object }];
    expect(signatory).toMatchObject({ position: 'Менеджер по взысканию', ground: { number: '41' } });
  });

  test('of an offer that the creditor has made name in the text who has made it, as he was then', async () => {
    const party = await worker({ power: { ...usual, scope: ['conclude', 'change'] } });
    const { id } = await openBargaining(scenario);
    const draft = await party.client.post(`${party.base}/loans/${id}/agreement-text`, { plan: lump(3_000_000) });
    const named =
      'От имени Кредитора действует: Никитина Ольга Львовна, Менеджер по взысканию; основание: доверенность № 41';
    expect(draft.text).toContain(named);
    await offer(scenario, party, id, lump(3_000_000));
    const read = await debtor.client.get(`/api/loans/${id}/agreement-text`);
    expect(read.body.sha256).toBe(draft.body.sha256);
    // What becomes of him afterwards changes nothing of what he has signed.
    await scenario.run(`update powers_of_attorney set status = 'revoked' where membership_id = $1`, [
      party.membershipId,
    ]);
    await scenario.run(`update memberships set position = 'Начальник' where id = $1`, [party.membershipId]);
    await scenario.run(`update employees set last_name = 'Иная' where id = $1`, [party.employeeId]);
    expect((await debtor.client.get(`/api/loans/${id}/agreement-text`)).body).toEqual(read.body);
    expect((await accept(scenario, debtor, id)).status).toBe(200);
    const text = await paperOf(id, 'agreement');
    expect(text).toContain(named);
    expect(text).toContain('Кредитор: Никитина Ольга Львовна\nМенеджер по взысканию\n');
    expect((await card(id, debtor)).signatures).toMatchObject([
      {
        side: 'creditor',
        signer: 'Никитина Ольга Львовна',
        position: 'Менеджер по взысканию',
        ground: expect.stringContaining('№ 41'),
      },
      { side: 'individual', position: null, ground: null },
    ]);
  });

  test('of the head whom the card names say the charter', async () => {
    const boss = await worker({
      role: 'head',
      lastName: 'Кравцов',
      firstName: 'Алексей',
      middleName: null,
      power: null,
    });
    const person = {
      lastName: 'Кравцов',
      firstName: 'Алексей',
      position: 'Генеральный директор',
      basis: 'charter',
      version: 0,
    };
    // His name alone is not enough: he is the one who signs in by the e-mail that the card names.
    const told = `/api/legal-entities/${scenario.company}/representative`;
    await scenario.operator.patch(told, { ...person, email: 'other@alpha.test' });
    await scenario.run(`update legal_entities set verification_status = 'verified' where id = $1`, [scenario.company]);
    const { id } = await openBargaining(scenario);
    await offer(scenario, debtor, id, { kind: 'equal', amount: 3_000_000, payments: 3, firstDate, downPayment: 0 });
    expect((await card(id, boss)).cannotSign.conclude).toContain('одного имени мало');
    await scenario.run('update representatives set email = $1 where legal_entity_id = $2', [
      boss.email,
      scenario.company,
    ]);
    expect((await accept(scenario, boss, id)).status).toBe(200);
    expect(await paperOf(id, 'agreement')).toContain(
      'Кредитор: Кравцов Алексей\nГенеральный директор\nОснование: Устав\n',
    );
    const reason = 'Договоримся на других условиях';
    const textHash = await readDraft(debtor, id, { reason });
    const annul = { reason, textHash, code: await codeFor(scenario, debtor, id, textHash) };
    expect((await debtor.client.post(`${debtor.base}/loans/${id}/reopen`, annul)).status).toBe(200);
    const [{ termsHash }] = (await card(id, boss)).proposals;
    const agreed = { termsHash, code: await codeFor(scenario, boss, id) };
    expect((await boss.client.post(`${boss.base}/loans/${id}/reopen`, agreed)).status).toBe(200);
    expect(await paperOf(id, 'annulment')).toContain(
      'Кредитор: Кравцов Алексей\nГенеральный директор\nОснование: Устав\n',
    );
    await scenario.run('delete from representatives');
  });
});
