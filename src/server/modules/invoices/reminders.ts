import { pagePath } from '#contract/kernel/page-path.ts';
import { invoices } from '#contract/money/invoices.ts';
import { addDays, type Day, formatDay } from '#domain/values/days.ts';
import { formatMoney, kopecks } from '#domain/values/money.ts';
import { notify } from '#server/modules/notifications/notifications.commands.ts';
import type { App } from '#server/platform/app.ts';
import { employeesWith } from '#server/platform/auth/permission-holders.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { queueLetter } from '#server/platform/jobs/letters.ts';
import { pageUrl } from '#server/platform/page-url.ts';
import { eachDue } from '#server/platform/state/deadlines.ts';
import { invoiceLetters } from './letters.ts';

/** So many are asked for at once. */
const portion = 500;
/** Whoever does not pay is reminded so often, in days. */
const everyDays = 7;

const selected = (tx: Tx, id: number) =>
  tx
    .selectFrom('invoices')
    .select(['id', 'number', 'legalEntityId', 'dueDate', 'amount', 'paid', 'status', 'remindedOn'])
    .where('id', '=', id);

type RemindedInvoice = Awaited<ReturnType<ReturnType<typeof selected>['executeTakeFirstOrThrow']>>;

async function tell(
  { app, db }: { app: App; db: Tx },
  invoice: RemindedInvoice,
  { title, letter }: { title: string; letter: (typeof invoiceLetters)[keyof typeof invoiceLetters] },
): Promise<void> {
  const { id, number, legalEntityId, dueDate, amount, paid } = invoice;
  const people = await employeesWith(db, legalEntityId, invoices.get);
  const preview = { preview: id };
  await notify(
    db,
    people.map(({ accountId }) => accountId),
    {
      event: 'invoice',
      title,
      detail:
        paid === amount
          ? 'Оплачен из вашего аванса'
          : `Осталось оплатить ${formatMoney(kopecks(amount - paid))}. Срок — ${formatDay(dueDate as Day)}`,
      link: pagePath('/dashboard/invoices', preview),
      about: { table: 'invoices', id },
    },
  );
  const data = { number, dueOn: formatDay(dueDate as Day), link: pageUrl(app, '/dashboard/invoices', preview) };
  for (const { email } of people) await queueLetter({ app, db }, letter, email, data);
}

/** Tells those who keep a creditor's money of a new invoice; of one that an advance has paid they read that. */
export async function tellOfIssued(ctx: { app: App; db: Tx }, id: number): Promise<void> {
  const invoice = await selected(ctx.db, id).executeTakeFirstOrThrow();
  const title = `Выставлен счёт ${invoice.number} за вознаграждение платформы`;
  await tell(ctx, invoice, { title, letter: invoiceLetters.invoiceIssued });
}

/** Reminds of invoices that are overdue when a day begins, each week. */
export const remindOfInvoices = eachDue(
  'invoices.remind',
  async (db, _now, closing) => {
    if (!closing) return [];
    const rows = await db
      .selectFrom('invoices')
      .select('id')
      .where('status', '=', 'issued')
      .where('dueDate', '<', closing.opens)
      .where((eb) => eb.or([eb('remindedOn', 'is', null), eb('remindedOn', '<=', addDays(closing.opens, -everyDays))]))
      .where('id', '>', closing.after)
      .orderBy('id')
      .limit(portion)
      .execute();
    return rows.map(({ id }) => id);
  },
  async (app, tx, id, _now, closing) => {
    if (!closing) return false;
    const invoice = await selected(tx, id).forUpdate().executeTakeFirstOrThrow();
    const { status, remindedOn } = invoice;
    const isReminded = remindedOn !== null && remindedOn > addDays(closing.opens, -everyDays);
    if (status !== 'issued' || isReminded) return false;
    await tx.updateTable('invoices').set({ remindedOn: closing.opens }).where('id', '=', id).execute();
    const title = `Счёт ${invoice.number} не оплачен в срок`;
    await tell({ app, db: tx }, invoice, { title, letter: invoiceLetters.invoiceOverdue });
    return true;
  },
);
