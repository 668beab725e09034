import { describe, expect, test } from 'vitest';
import type { CertificateFacts } from '#domain/documents/certificate-template.ts';
import type { StatementFacts } from '#domain/documents/statement-template.ts';
import { certificateDue } from '#domain/settlements/certificate-request.ts';
import { addDays, type Day, moscowDay } from '#domain/values/days.ts';
import { sumKopecks } from '#domain/values/money.ts';
import { dueCertificates } from '#server/modules/certificates/deadlines.commands.ts';
import { debtFacts } from '#server/modules/certificates/papers.queries.ts';
import { factsContext } from '#server/modules/documents/make.ts';
import { liveDay } from '#test/helpers/live-day.ts';
import { paperText } from '#test/helpers/paper-text.ts';
import { KNOWN_CALENDAR } from '../helpers/known-calendar.ts';
import { lettersTo } from '../helpers/mail/letters.ts';
import { agree, openPaymentScenario, payFully } from '../payments/helpers/scenario.ts';
import { openBargaining, signCertificate, signCertificateRule } from '../settlements/helpers/bargaining.ts';

const scenario = await openPaymentScenario();
const base = `/api/legal-entities/${scenario.company}`;
const today = moscowDay(new Date());
const noon = (day: Day): Date => new Date(`${day}T09:00:00Z`);
const plan = { kind: 'equal', amount: 3_000_000, payments: 3, periodMonths: 1, firstDate: '2099-01-15' };

const certificateRequestsOf = async (settlementId: number) =>
  (await scenario.debtor.get(`/api/loans/${settlementId}/certificate-requests`)).body.items;
const fulfil = (id: number) => scenario.accountant.post(`${base}/loans/${id}/fulfil`);
const ask = (id: number, on: string = today, who = scenario.debtor, path = `/api/individuals/${scenario.debtorId}`) =>
  who.post(`${path}/loans/${id}/statements`, { on });
const notesOf = async (who = scenario.debtor): Promise<string[]> =>
  (await who.get('/api/notifications')).body.items.map(({ title }: { title: string }) => title);
const papersOf = async (id: number) => (await scenario.debtor.get(`/api/issued-documents/loan/${id}`)).body.items;
const revokeRule = () => scenario.head.post(`${base}/certificate-rule/revoke`);

/** A settlement that is paid whole. */
async function paidOff(): Promise<number> {
  const id = await agree(scenario);
  await payFully(scenario, id, 3_000_000);
  return id;
}

/** What a paper has sealed. */
async function factsOf<T>(documentId: number): Promise<T> {
  const [row] = await scenario.run('select facts_sealed from issued_documents where id = $1', [documentId]);
  return scenario.testApp.app.secrets.open<T>(factsContext, row!['facts_sealed'] as string);
}

describe('a certificate without a rule', () => {
  test('is owed within five working days of the payment, and signed by the head with a code', async () => {
    const id = await paidOff();
    const [owed] = await certificateRequestsOf(id);
    expect(owed).toMatchObject({ kind: 'certificate', status: 'waiting', late: false, ready: false });
    expect(owed.dueOn).toBe(certificateDue(today, KNOWN_CALENDAR));
    expect((await scenario.head.get(`${base}/certificate-requests/${owed.id}/text`)).body.code).toBe('move.illegal');
    expect((await fulfil(id)).body.status).toBe('closed');
    expect((await scenario.debtor.get(`/api/loans/${id}/get-certificate-document`)).body.code).toBe(
      'certificate.absent',
    );
    expect((await notesOf(scenario.head)).join()).toContain('ждёт вашей подписи');
    expect((await scenario.manager.get(`${base}/certificate-requests/${owed.id}/text`)).status).toBe(403);
    const wrong = await scenario.head.post(`${base}/certificate-requests/${owed.id}/sign`, {
      textHash: 'a'.repeat(64),
      code: '123456',
    });
    expect(wrong.body.code).toBe('version.stale');

    const signed = await signCertificate(scenario, owed.id);
    expect(signed.body, signed.text).toMatchObject({ status: 'issued', issuedBy: 'code', late: false });
    expect((await signCertificate(scenario, owed.id)).body.code).toBe('move.illegal');
    // Nobody is asked any more for what is signed.
    expect((await notesOf(scenario.head)).filter((title) => title.startsWith(owed.settlement)).join()).not.toContain(
      'ждёт вашей подписи',
    );
    const paper = (await papersOf(id)).find(({ kind }: { kind: string }) => kind === 'certificate');
    const found = await scenario.testApp.anonymous().get(`/api/public/documents/${paper.verifyCode}`);
    expect(found.body).toMatchObject({ kind: 'certificate', number: paper.number, status: 'issued' });
    await expect
      .poll(async () => (await scenario.debtor.get(`/api/loans/${id}/get-certificate-document`)).status)
      .toBe(200);
  });

  test('its signature is of its own text, and of the code that the head has entered', async () => {
    const id = await paidOff();
    await fulfil(id);
    const [owed] = await certificateRequestsOf(id);
    const text = (await scenario.head.get(`${base}/certificate-requests/${owed.id}/text`)).body;
    const { body } = await signCertificate(scenario, owed.id);
    const facts = await factsOf<{ signature: Record<string, unknown>; number: string }>(body.documentId);
    expect(facts.signature).toMatchObject({ byRule: false, textSha256: text.sha256, codeSentTo: scenario.headEmail });
    const [row] = await scenario.run(
      `select s.text_sha256, c.used_at is not null as used, 'С' || s.id || '-' || c.id as operation from creditor_signatures s
       join one_time_codes c on c.id = s.code_id join certificate_requests r on r.signature_id = s.id where r.id = $1`,
      [owed.id],
    );
    expect(row).toEqual({ text_sha256: text.sha256, used: true, operation: facts.signature['operationCode'] });
  });

  test('money that goes back ends what was owed for it', async () => {
    const id = await agree(scenario);
    const paymentId = await payFully(scenario, id, 3_000_000);
    const reason = 'Заплачено по ошибке, просит вернуть';
    await scenario.platformAccountant.post(`/internal/payments/${paymentId}/refunds`, { amount: 1_000_000, reason });
    const [waiting] = (await scenario.operator.get(`/api/payments/${paymentId}`)).body.pendingApprovals;
    await scenario.operator.post(`/api/approvals/${waiting.id}/decision`, { decision: 'approve' });
    await expect.poll(async () => (await certificateRequestsOf(id))[0].status).toBe('cancelled');
    await payFully(scenario, id, 1_000_000);
    expect((await certificateRequestsOf(id)).map(({ status }: { status: string }) => status)).toEqual([
      'waiting',
      'cancelled',
    ]);
  });
});

describe('a certificate by the rule', () => {
  test('is issued with the closing, tells by which rule, and both sides are told by letter', async () => {
    expect((await scenario.manager.get(`${base}/certificate-rule`)).body.signed).toBeNull();
    const rule = await signCertificateRule(scenario);
    expect(rule.body.signed, rule.text).toMatchObject({ operationCode: expect.stringMatching(/^С\d+-\d+$/) });
    expect((await signCertificateRule(scenario)).body.code).toBe('move.illegal');
    const id = await paidOff();
    expect((await fulfil(id)).status).toBe(200);
    const [issued] = await certificateRequestsOf(id);
    expect(issued).toMatchObject({ status: 'issued', issuedBy: 'rule' });
    const facts = await factsOf<CertificateFacts>(issued.documentId);
    expect(facts.signature).toMatchObject({ byRule: true, operationCode: rule.body.signed.operationCode });
    expect(facts.creditor.phone).not.toBe('');
    const paper = (await papersOf(id)).find(({ kind }: { kind: string }) => kind === 'certificate');
    for (const email of [scenario.debtorEmail, scenario.headEmail]) {
      const letter = (await lettersTo(scenario.testApp, email)).find(({ text }) => text.includes(paper.number));
      expect(letter?.text).toContain(paper.verifyCode);
      expect(letter?.link).toContain(`/settlement-${id}`);
    }
    expect((await notesOf()).join()).toContain('Справка об отсутствии задолженности выдана');
    expect((await revokeRule()).body.signed).toBeNull();
    expect((await revokeRule()).body.code).toBe('move.illegal');
  });

  test('a rule that is signed later issues what has waited; a creditor who is not verified has it wait', async () => {
    const id = await paidOff();
    await fulfil(id);
    await signCertificateRule(scenario);
    const verify = (status: string) =>
      scenario.run('update legal_entities set verification_status = $1 where id = $2', [status, scenario.company]);
    await verify('pending');
    await liveDay(scenario.testApp.app);
    expect((await certificateRequestsOf(id))[0].status).toBe('waiting');
    await verify('verified');
    await liveDay(scenario.testApp.app);
    expect((await certificateRequestsOf(id))[0]).toMatchObject({ status: 'issued', issuedBy: 'rule' });
    await revokeRule();
  });
});

describe('the term', () => {
  test('of a certificate ends with the platform issuing it by the order of the agreement, whatever the creditor is', async () => {
    const id = await paidOff();
    await fulfil(id);
    const [{ dueOn }] = await certificateRequestsOf(id);
    await scenario.run(`update legal_entities set verification_status = 'blocked' where id = $1`, [scenario.company]);
    await liveDay(scenario.testApp.app, noon(addDays(dueOn, -1)));
    expect((await certificateRequestsOf(id))[0].status).toBe('waiting');
    for (const _ of [1, 2]) await liveDay(scenario.testApp.app, noon(dueOn));
    await scenario.run(`update legal_entities set verification_status = 'verified' where id = $1`, [scenario.company]);
    expect((await certificateRequestsOf(id))[0]).toMatchObject({ status: 'issued', issuedBy: 'order', late: false });
    const text = await paperText(scenario.testApp.app, id, 'certificate');
    expect(text).toContain('выдала от его имени платформа «Уговор»');
    expect(text).toContain('Выдано платформой по поручению Кредитора, данному в соглашении');
    expect(text).toContain('Соглашение за Кредитора подписал:');
    expect(text).not.toContain('Справка подписана простой электронной подписью');
  });

  test('of a statement is watched: the creditor is reminded, and a missed one is told to all as it is', async () => {
    const id = await agree(scenario, plan);
    expect((await ask(id)).status).toBe(200);
    const [{ dueOn, settlement }] = await certificateRequestsOf(id);
    const ours = async (who = scenario.debtor) => (await notesOf(who)).filter((title) => title.startsWith(settlement));
    const { app } = scenario.testApp;
    const remindOn = KNOWN_CALENDAR.addWorkingDays(today, 3);
    await liveDay(app, noon(addDays(remindOn, -1)));
    expect((await ours(scenario.head)).join()).not.toContain('Подпишите');
    for (const _ of [1, 2]) await liveDay(app, noon(remindOn));
    const reminders = (await ours(scenario.head)).filter((title) => title.includes('Подпишите'));
    expect(reminders).toHaveLength(1);
    await liveDay(app, noon(dueOn));
    expect((await ours()).join()).not.toContain('не выдал справку');
    for (const _ of [1, 2]) await liveDay(app, noon(addDays(dueOn, 1)));
    expect((await ours()).filter((title) => title.includes('не выдал справку в срок'))).toHaveLength(1);
    expect((await ours(scenario.head)).join()).toContain('Срок прошёл');
    expect((await ours(scenario.operator)).join()).toContain('Кредитор не выдал справку в срок');
    const letter = (await lettersTo(scenario.testApp, scenario.debtorEmail)).find(({ subject }) =>
      subject.includes('не выдал справку'),
    );
    expect(letter?.text).toContain('кредитор её не подписал');
    // Days later it stands among the late ones, and stays late when it comes.
    await scenario.run(
      `update certificate_requests set due_on = $2, remind_on = $2, since = $2 where settlement_id = $1`,
      [id, addDays(today, -1)],
    );
    const late = await scenario.operator.get('/api/certificate-requests?filter[late]=true');
    expect(late.body.items.map(({ settlementId }: { settlementId: number }) => settlementId)).toContain(id);
    const [{ id: requestId }] = await certificateRequestsOf(id);
    expect((await signCertificate(scenario, requestId)).body).toMatchObject({ status: 'issued', late: true });
    expect((await ours(scenario.operator)).join()).not.toContain('не выдал справку');
    expect((await ours(scenario.head)).join()).not.toContain('Срок прошёл');
  });
});

describe('a statement', () => {
  test('waits for the signature of a creditor without a rule; whoever asks again has the same one', async () => {
    const id = await agree(scenario, plan);
    const first = await ask(id);
    expect(first.body, first.text).toMatchObject({ kind: 'statement', status: 'waiting', ready: true, debtOn: today });
    expect(first.body.dueOn).toBe(certificateDue(today, KNOWN_CALENDAR));
    expect((await ask(id)).body.id).toBe(first.body.id);
    expect((await signCertificate(scenario, first.body.id)).body).toMatchObject({ status: 'issued', issuedBy: 'code' });
    expect((await ask(id)).body.id).not.toBe(first.body.id);
  });

  test('is of the days of its agreement alone, and of one who reaches it', async () => {
    const id = await agree(scenario, plan);
    for (const on of [addDays(today, -1), addDays(today, 1)]) {
      expect((await ask(id, on)).body).toMatchObject({ code: 'input.invalid', fields: { on: expect.any(String) } });
    }
    const { id: open } = await openBargaining(scenario);
    expect((await ask(open)).body.code).toBe('document.absent');
    expect((await ask(id, today, scenario.other, `/api/individuals/${scenario.otherId}`)).status).toBe(404);
    expect((await ask(id, today, scenario.manager, base)).status).toBe(200);
    const [{ id: requestId }] = await certificateRequestsOf(id);
    expect((await scenario.other.get('/api/certificate-requests')).status).toBe(403);
    expect((await scenario.other.get(`/api/loans/${id}/certificate-requests`)).status).toBe(404);
    expect((await scenario.other.get(`${base}/certificate-requests/${requestId}/text`)).status).toBe(403);
  });

  test('tells what the ledger and the schedule say, on the day asked for and today', async () => {
    const id = await agree(scenario, plan);
    await payFully(scenario, id, 1_500_000);
    // The agreement is ten days old, its money came five days ago.
    await scenario.run(`update settlements set signed_at = signed_at - interval '10 days' where id = $1`, [id]);
    await scenario.run(`update payments set value_date = value_date - 5 where settlement_id = $1`, [id]);
    await scenario.run(
      `update schedule_items set due_date = $2, planned_date = $2 where settlement_id = $1 and no = 2`,
      [id, addDays(today, -2)],
    );
    const { db } = scenario.testApp.app.database;
    const owed = async (on: Day) => sumKopecks((await debtFacts(db, id, on)).owed.map(({ amount }) => amount));
    expect(await owed(addDays(today, -6))).toBe(3_000_000);
    expect(await owed(addDays(today, -5))).toBe(1_500_000);

    await signCertificateRule(scenario);
    const { body } = await ask(id, today);
    expect(body).toMatchObject({ status: 'issued', issuedBy: 'rule' });
    const facts = await factsOf<StatementFacts>(body.documentId);
    const [schedule] = await scenario.run(
      `select sum(amount - paid)::bigint as rest, coalesce(sum(amount - paid) filter (where due_date < $2), 0)::bigint as late
       from schedule_items where settlement_id = $1 and status <> 'cancelled'`,
      [id, today],
    );
    const [ledger] = await scenario.run(
      `select sum(case side when 'debit' then amount else -amount end)::bigint as rest from ledger_lines
       where holder_id = $1 and account = 'M10'`,
      [id],
    );
    const [paid] = await scenario.run(
      `select sum(principal + interest)::bigint as sum from payment_allocations where settlement_id = $1`,
      [id],
    );
    const total = sumKopecks(facts.owed.map(({ amount }) => amount));
    expect({ total, overdue: facts.overdue }).toEqual({
      total: Number(schedule!['rest']),
      overdue: Number(schedule!['late']),
    });
    expect(total).toBe(Number(ledger!['rest']));
    expect(sumKopecks(facts.left.map(({ rest }) => rest))).toBe(total);
    expect(sumKopecks(facts.paid.map(({ amount }) => amount))).toBe(Number(paid!['sum']));
    expect(facts).toMatchObject({ on: today, state: 'in_force', forgiven: 1_000_000 });

    const papers = await papersOf(id);
    const statement = papers.find(({ kind }: { kind: string }) => kind === 'statement');
    expect(statement.number).toMatch(/^С-\d{4}-\d{6}\/\d+$/);
    const found = await scenario.testApp.anonymous().get(`/api/public/documents/${statement.verifyCode}`);
    expect(found.body).toMatchObject({ kind: 'statement', status: 'issued' });
    const download = () => scenario.debtor.get(`/api/issued-documents/loan/${id}/${statement.id}`);
    await expect.poll(async () => (await download()).status).toBe(200);
  });

  test('ten a day are enough', async () => {
    const id = await agree(scenario, plan);
    for (let count = 0; count < 10; count++) expect((await ask(id)).body.status).toBe('issued');
    expect((await ask(id)).body).toMatchObject({ code: 'move.illegal' });
    await revokeRule();
  });
});

describe('a statement of an agreement that was terminated', () => {
  /** Ended by the head after its notice has come. */
  async function terminated(): Promise<{ id: number; asked: { id: number } }> {
    const id = await agree(scenario, { ...plan, downPayment: 0 });
    await scenario.run('update schedule_items set due_date = $2 where settlement_id = $1 and no = 1', [
      id,
      addDays(today, -61),
    ]);
    await liveDay(scenario.testApp.app, new Date());
    await scenario.run(`update notices set delivered_at = now() - interval '45 days' where settlement_id = $1`, [id]);
    const asked = (await ask(id)).body;
    const ended = await scenario.head.post(`${base}/loans/${id}/breach`, { reason: 'Платежа нет больше месяца' });
    expect(ended.body, ended.text).toMatchObject({ closeReason: 'breached' });
    return { id, asked };
  }

  test('is asked for anew after the end, and is none once its claim is no debt', async () => {
    const { id, asked } = await terminated();
    expect(await certificateRequestsOf(id)).toMatchObject([{ id: asked.id, status: 'cancelled' }]);
    const again = await ask(id);
    expect(again.body, again.text).toMatchObject({ status: 'waiting' });
    await scenario.run(
      `update registry_entries set settled_at = now() where id = (select registry_entry_id from settlements where id = $1)`,
      [id],
    );
    const refused = await ask(id);
    expect([refused.status, refused.body.code]).toEqual([409, 'move.illegal']);
    expect(refused.body.message).toContain('справки о нём больше нет');
    const text = await scenario.head.get(`${base}/certificate-requests/${again.body.id}/text`);
    expect([text.status, text.body.code]).toEqual([409, 'move.illegal']);
    await signCertificateRule(scenario);
    await liveDay(scenario.testApp.app);
    await revokeRule();
    const statuses = (await certificateRequestsOf(id)).map(({ status }: { status: string }) => status);
    expect(statuses).toEqual(['cancelled', 'cancelled']);
  });
});

test('a rule whose signer has lost the right makes nothing due', async () => {
  await signCertificateRule(scenario);
  const id = await paidOff();
  const verify = (status: string) =>
    scenario.run('update legal_entities set verification_status = $1 where id = $2', [status, scenario.company]);
  await verify('pending');
  await fulfil(id);
  await verify('verified');
  const { db } = scenario.testApp.app.database;
  const [{ id: owed }] = await certificateRequestsOf(id);
  expect(await dueCertificates(db, new Date())).toContain(owed);
  const active = (isActive: boolean) =>
    scenario.run(
      `update memberships set active = $1 where employee_id in (select e.id from employees e join creditor_signatures s
        on s.account_id = e.account_id)`,
      [isActive],
    );
  await active(false);
  expect(await dueCertificates(db, new Date())).not.toContain(owed);
  await active(true);
  await revokeRule();
});
