import { Refusal } from '#contract/kernel/errors.ts';
import type { Answer } from '#contract/kernel/op.ts';
import { complaints } from '#contract/settlements/complaints.ts';
import type { ComplaintKind, ComplaintStatus } from '#domain/parties/complaint.ts';
import type { ContactKind } from '#domain/parties/contact-law.ts';
import type { Actor, Ctx } from '#server/platform/ctx.ts';
import { firstOf } from '#server/platform/list/first-of.ts';
import { hasChanged } from './changes.ts';
import { thingWords, withThing } from './thing.ts';

type Reading = Ctx<Actor>;
type Own = Answer<typeof complaints.ofMessage>;

/** So many of one's own are shown at most, the last ones. */
const most = 500;

const own = (ctx: Reading) =>
  withThing(ctx.db)
    .select(['k.words', 'k.status', 'k.answer', 'k.createdAt', 'k.decidedAt', 'm.side'])
    .select(hasChanged.as('mayAgain'))
    .where(ctx.within('complaint', 'k', complaints.own));

/** Columns of choices are held to them by the database. */
const shown = ({ side, ...row }: Awaited<ReturnType<ReturnType<typeof own>['execute']>>[number]): Own => ({
  ...row,
  kind: row.kind as ComplaintKind,
  contact: row.contact as ContactKind | null,
  status: row.status as ComplaintStatus,
  thing: thingWords(row),
  isOfCreditor: side === null || side === 'creditor',
});

/** What somebody has complained of. */
export async function ownComplaints(ctx: Reading): Promise<Answer<typeof complaints.own>> {
  const rows = await own(ctx)
    .orderBy('k.id', 'desc')
    .limit(most + 1)
    .execute();
  return firstOf(rows.map(shown), most);
}

/** One of his complaints. @throws Refusal `object.absent` */
export async function ownComplaint(ctx: Reading, id: number): Promise<Own> {
  const row = await own(ctx).where('k.id', '=', id).executeTakeFirst();
  if (!row) throw new Refusal('object.absent');
  return shown(row);
}
