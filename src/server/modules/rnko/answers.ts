import { sql } from 'kysely';
import { companyIdentity, rnkoForms } from '#contract/parties/rnko.ts';
import { validUntil } from '#domain/parties/rnko.ts';
import type { RnkoFormMove } from '#domain/parties/rnko-form.ts';
import { IDENTIFICATION_LEVELS } from '#domain/settings/identification-levels.ts';
import { type Day, formatDay, moscowDay } from '#domain/values/days.ts';
import { settleNotifications } from '#server/modules/notifications/notifications.commands.ts';
import type { Tx } from '#server/platform/database/db.ts';
import type { PartnerForm, PartnerIdentification } from '#server/platform/ports/rnko.ts';
import { type Subject, transition } from '#server/platform/state/transition.ts';
import { moveIdentity } from './identity-moves.ts';
import { companyOf, notifyOwners, subjectOf } from './owners.ts';
import { rnkoFormState } from './stateful.ts';

/** What the partner has said; who refused to listen has given it no number. */
type WithoutNumber<Answer> = Omit<Answer, 'id'> & { id: string | null };

/**
 * Takes the partner's answer about an identification. Told twice or late it changes nothing more.
 * @returns false when the answer contradicts what we know, or is about the question before this one: then people have to look
 */
export async function takeIdentityAnswer(
  tx: Tx,
  id: number,
  partnerAnswer: WithoutNumber<PartnerIdentification>,
): Promise<boolean> {
  const row = await tx
    .selectFrom('rnkoIdentities')
    .select(['status', 'partnerKey', 'individualId', 'legalEntityId'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (partnerAnswer.key !== row.partnerKey) return false;
  if (row.status !== 'sent') return true;
  const { status, actionUrl } = partnerAnswer;
  await tx
    .updateTable('rnkoIdentities')
    .set({
      askedAt: now,
      partnerSilent: false,
      partnerId: partnerAnswer.id,
      actionUrl: status === 'processing' ? actionUrl : null,
    })
    .where('id', '=', id)
    .execute();
  if (status === 'processing') return true;
  const by = { db: tx, actor: null };
  const subject = subjectOf(row);
  if (status === 'failed') {
    await moveIdentity(by, id, 'fail', { set: { answeredAt: now, failReason: partnerAnswer.reason } });
    await notifyOwners(tx, subject, companyIdentity.request, {
      event: 'rnko',
      title: 'РНКО не подтвердила личность',
      detail: partnerAnswer.reason,
    });
    return true;
  }
  return succeed(tx, id, row.individualId, subject, partnerAnswer);
}

const now = sql<Date>`now()`;

async function succeed(
  tx: Tx,
  id: number,
  individualId: number | null,
  subject: Subject,
  { level, validUntil: partnerValidUntil }: WithoutNumber<PartnerIdentification>,
): Promise<boolean> {
  const today = moscowDay(new Date());
  const until = validUntil(partnerValidUntil, today);
  if (level === null || until < today) return false;
  await moveIdentity({ db: tx, actor: null }, id, 'confirm', {
    set: { answeredAt: now, failReason: null, validUntil: until },
  });
  if (individualId !== null) await setLevel(tx, individualId, level);
  await settleNotifications(tx, subject, 'rnko.expired');
  const detail = `${individualId === null ? 'Идентификация пройдена' : IDENTIFICATION_LEVELS[level]}, до ${formatDay(until)}`;
  await notifyOwners(tx, subject, companyIdentity.request, { event: 'rnko', title: 'РНКО подтвердила данные', detail });
  return true;
}

const setLevel = (tx: Tx, id: number, identificationLevel: keyof typeof IDENTIFICATION_LEVELS) =>
  tx.updateTable('individuals').set({ identificationLevel }).where('id', '=', id).execute();

/** An identification whose last day is over: nobody is known by it any more. */
export async function expireIdentity(tx: Tx, id: number, today: Day): Promise<void> {
  const row = await tx
    .selectFrom('rnkoIdentities')
    .select(['status', 'individualId', 'legalEntityId', 'validUntil'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (row.validUntil === null || row.validUntil >= today) return;
  // A new question may be under way: then only what the old answer gave ends.
  if (row.status === 'success') await moveIdentity({ db: tx, actor: null }, id, 'expire', {});
  await tx.updateTable('rnkoIdentities').set({ validUntil: null }).where('id', '=', id).execute();
  if (row.individualId !== null) await setLevel(tx, row.individualId, 'none');
  const about = subjectOf(row);
  await notifyOwners(tx, about, companyIdentity.request, {
    event: 'rnko',
    title: 'Срок идентификации в РНКО истёк',
    detail: 'Пройдите её заново',
    about,
    topic: 'rnko.expired',
  });
}

/**
 * Takes the partner's answer about a questionnaire.
 * @returns false when it is about another one, as an answer that comes after the next question was asked
 */
export async function takeFormAnswer(tx: Tx, id: number, partnerAnswer: WithoutNumber<PartnerForm>): Promise<boolean> {
  const row = await tx
    .selectFrom('rnkoForms')
    .select(['status', 'partnerKey', 'legalEntityId'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (partnerAnswer.key !== row.partnerKey) return false;
  if (row.status !== 'sent') return true;
  await tx
    .updateTable('rnkoForms')
    .set({ askedAt: now, partnerSilent: false, partnerId: partnerAnswer.id })
    .where('id', '=', id)
    .execute();
  if (partnerAnswer.status === 'processing') return true;
  const move: RnkoFormMove = partnerAnswer.status === 'accepted' ? 'accept' : 'decline';
  await transition({ db: tx, actor: null }, rnkoFormState(id), move, {
    set: { answeredAt: now, reason: partnerAnswer.reason },
  });
  const title = move === 'accept' ? 'РНКО приняла анкету компании' : 'РНКО отклонила анкету компании';
  await notifyOwners(tx, companyOf(row.legalEntityId), rnkoForms.get, {
    event: 'rnko',
    title,
    detail: partnerAnswer.reason,
  });
  return true;
}
