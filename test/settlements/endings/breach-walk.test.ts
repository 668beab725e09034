import { afterAll, expect, test } from 'vitest';
import { addDays, type Day, moscowDay } from '#domain/values/days.ts';
import { KNOWN_CALENDAR } from '#test/helpers/known-calendar.ts';
import { liveDay } from '#test/helpers/live-day.ts';
import type { ReceivedLetter } from '../../../emulators/mail.ts';
import { startEmulator } from '../../../emulators/start.ts';
import { paperText } from '../../helpers/paper-text.ts';
import { patience } from '../../helpers/patience.ts';
import { agree, seenSettlement } from '../../payments/helpers/scenario.ts';
import { firstDate } from '../helpers/bargaining.ts';
import { makeScenario } from '../helpers/scenario.ts';

/** The whole way from a missed payment to the end, by a mail server: of the database days alone are moved, since nobody waits for months. */
const mail = await startEmulator('mail');
const scenario = await makeScenario({ smtpUrl: `smtp://127.0.0.1:${mail.ports.smtp}` });
afterAll(async () => {
  await scenario.testApp.stop();
  await mail.stop();
});

const today = moscowDay(new Date());
/** Noon in Moscow of that day. */
const noon = (day: Day): Date => new Date(`${day}T09:00:00Z`);
/** The first working day after one: letters are written on such days alone, and an agreement is looked at once a day. */
const workingDayAfter = (day: Day): Day => KNOWN_CALENDAR.onOrAfter(addDays(day, 1));
const written = workingDayAfter(today);
const decided = workingDayAfter(written);
const clock = (at: Date) => liveDay(scenario.testApp.app, at);
const papers = async (id: number) => (await scenario.debtor.get(`/api/issued-documents/loan/${id}`)).body.items;
const noticeOf = async (id: number, kind: string) =>
  (await papers(id)).find((one: { kind: string }) => one.kind === kind);
/** The letter to the debtor that names a document, as his mail server has taken it. */
async function letterAbout(number: string): Promise<ReceivedLetter> {
  const address = `http://127.0.0.1:${mail.ports.http}/letters?to=${encodeURIComponent(scenario.debtorEmail)}`;
  const found = async () =>
    ((await (await fetch(address)).json()) as ReceivedLetter[]).find(({ text }) => text.includes(number));
  await expect.poll(found, patience).toBeDefined();
  return (await found())!;
}

test('a missed payment, the notice, its letter, its delivery, the term, the decision, the end', async () => {
  await scenario.run(`update legal_entities set phone = '+78001234567' where id = $1`, [scenario.company]);
  const plan = { kind: 'equal', amount: 3_000_000, payments: 2, firstDate, downPayment: 0 };
  const id = await agree(scenario, plan);
  const base = `/api/legal-entities/${scenario.company}/loans/${id}/breach`;
  const end = () => scenario.head.post(base, { reason: 'Платежа нет больше двух месяцев' });

  await scenario.run('update schedule_items set due_date = $2 where settlement_id = $1 and no = 1', [
    id,
    addDays(today, -61),
  ]);
  await clock(new Date());
  const notice = await noticeOf(id, 'breach_notice');
  expect(notice.notice).toMatchObject({ sentAt: null, deliveredAt: null, readAt: null });
  const text = await paperText(scenario.testApp.app, id, 'breach_notice');
  expect(text).toContain('30 календарных дней');
  expect(text).toMatch(/^ИНН \d{10}, ОГРН не указан$/m);
  expect(text).toMatch(/Заплатить можно на странице Соглашения в личном кабинете или Кредитору: /);
  expect((await end()).body.message).toContain('ещё не доставлено');

  await clock(noon(written));
  const letter = await letterAbout(notice.number);
  expect(letter.text).toContain(notice.verifyCode);
  await expect
    .poll(async () => {
      await clock(new Date());
      return (await noticeOf(id, 'breach_notice')).notice.deliveredAt;
    }, patience)
    .not.toBeNull();
  expect((await seenSettlement(scenario, id)).breach).toMatchObject({ deliveredOn: today, byRule: false });
  expect((await end()).body.message).toContain('включительно');

  await scenario.run(`update notices set delivered_at = delivered_at - interval '45 days' where settlement_id = $1`, [
    id,
  ]);
  await clock(noon(decided));
  expect((await seenSettlement(scenario, id)).status).toBe('waiting_for_payment');
  expect((await scenario.head.get('/api/notifications')).text).toContain('решение за вами');
  expect((await end()).body).toMatchObject({ status: 'closed', closeReason: 'breached' });

  await clock(noon(workingDayAfter(decided)));
  const termination = await noticeOf(id, 'termination_notice');
  await letterAbout(termination.number);
  const restoration = await noticeOf(id, 'restoration_notice');
  expect(await paperText(scenario.testApp.app, id, 'restoration_notice')).toMatch(/40\s000,00/);
  expect([termination.status, restoration.status]).toEqual(['issued', 'issued']);
});
