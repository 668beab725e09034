import { Readable } from 'node:stream';
import { paper, type Uploaded } from '#contract/kernel/file.ts';
import { addDays, formatDay } from '#domain/values/days.ts';
import { closeProposal } from '../modules/approvals/approvals.commands.ts';
import { insertConsents, newestDocument } from '../modules/consents/consents.commands.ts';
import { confirmLifeEvent, enterLifeEvent } from '../modules/life-events/life-events.commands.ts';
import { lockNegotiation } from '../modules/settlements/negotiation/negotiation.ts';
import { sendSigningCode } from '../modules/settlements/negotiation/signing.ts';
import { agreeToPause, askPause } from '../modules/settlements/pauses/pauses.commands.ts';
import { draftPause } from '../modules/settlements/terms/reading.queries.ts';
import type { Proposed } from '../platform/approvals.ts';
import { type DemoScenario, Settlement } from './scenario.ts';

const orlova = 'orlova@demo.test';
const petrova = 'petrova@demo.test';
const gamma = 'head@gamma.test';
const alpha = 'manager@alpha.test';

/** A paper that somebody shows. */
async function paperOf({ clock: { app, now } }: DemoScenario, title: string, text: string): Promise<Uploaded> {
  const pdf = await app.printer.print({
    name: title,
    blocks: [
      { type: 'title', text: title },
      { type: 'paragraph', number: null, text },
    ],
    foot: 'Образец для демонстрации',
    check: null,
    issuedAt: now,
  });
  return app.files.receive(Readable.from([Buffer.from(pdf)]), `${title}.pdf`, paper);
}

/** She was ill, her creditor has agreed to two months without payments, and both have signed the moved schedule. */
export async function pausedByIllness(scenario: DemoScenario): Promise<void> {
  await scenario.on(34);
  const settlement = await Settlement.open(scenario, petrova, gamma, 'Готова платить частями');
  const plan = { kind: 'equal' as const, payments: 6, periodMonths: 1, firstDate: addDays(scenario.today, 3) };
  await settlement.offers('individual', { ...plan, amount: settlement.less(20) });
  await scenario.on(33);
  await settlement.accepts('creditor');
  await scenario.on(12);
  const sheet = await paperOf(
    scenario,
    'Листок нетрудоспособности',
    'Петрова М. С. нетрудоспособна, лечение в стационаре.',
  );
  const patient = await scenario.by(petrova);
  const { id: documentId } = await newestDocument(patient.db, 'health-data');
  await insertConsents(patient, patient.db, patient.actor.accountId, [documentId]);
  const asked = { kind: 'illness', months: 2, comment: 'Лежу в больнице, работать пока не могу' } as const;
  await askPause(await scenario.by(petrova), settlement.id, asked, sheet);
  await scenario.on(11);
  const ctx = await scenario.by(gamma);
  const negotiation = await lockNegotiation(ctx, settlement.id, ctx.now);
  const { sha256: textHash } = await draftPause(ctx, settlement.id);
  const code = await scenario.codeFrom(ctx, () => sendSigningCode(ctx, negotiation, 'creditor', textHash));
  await agreeToPause(ctx, settlement.id, { textHash, code });
  await settlement.accepts('individual');
}

/** Her payment was late already when a court began her bankruptcy; two operators have entered it a week after. */
export async function stoppedByBankruptcy(scenario: DemoScenario): Promise<void> {
  await scenario.on(58);
  const settlement = await Settlement.open(scenario, orlova, alpha, 'Смогу платить понемногу');
  const plan = { kind: 'equal' as const, payments: 8, periodMonths: 1, firstDate: addDays(scenario.today, -30) };
  await settlement.offers('individual', { ...plan, amount: settlement.less(20) });
  await scenario.on(57);
  await settlement.accepts('creditor');
  await scenario.on(16);
  await settlement.passes();
  const since = addDays(scenario.today, -14);
  await scenario.on(7);
  const ruling = await paperOf(
    scenario,
    'Определение арбитражного суда',
    `Заявление о банкротстве признано обоснованным ${formatDay(since)}, введена реструктуризация долгов.`,
  );
  const manager = await scenario.by('manager@demo.test');
  const individualId = await debtorOf(scenario, settlement.id);
  const form = { kind: 'bankruptcy', since, comment: 'Определение суда по делу о банкротстве' } as const;
  await enterLifeEvent(manager, { ...form, individualId, legalEntityId: null, side: 'operator' }, ruling);
  await scenario.on(6);
  const second = await scenario.by('admin@demo.test');
  const { id } = await second.db
    .selectFrom('approvals')
    .select('id')
    .where('kind', '=', 'lifeEvent.confirm')
    .where('objectId', '=', individualId)
    .executeTakeFirstOrThrow();
  const { proposed } = await closeProposal(second, id, 'approve', undefined);
  await confirmLifeEvent(second, proposed as Proposed<'lifeEvent.confirm'>);
}

const debtorOf = async ({ clock: { db } }: DemoScenario, id: number): Promise<number> =>
  (await db.selectFrom('settlements').select('individualId').where('id', '=', id).executeTakeFirstOrThrow())
    .individualId;
