import type { Selectable } from 'kysely';
import type { WantedLevel } from '#domain/parties/rnko.ts';
import type { Questionnaire } from '#domain/parties/rnko-form.ts';
import { personConsents } from '#server/modules/consents/consents.queries.ts';
import { cardOf } from '#server/modules/verification/card.queries.ts';
import { reportContradiction, withPartnerErrors } from '#server/partners/partner-errors.ts';
import type { App } from '#server/platform/app.ts';
import type { RnkoIdentities } from '#server/platform/database/schema.ts';
import type { FormOrder, IdentificationOrder } from '#server/platform/ports/rnko.ts';
import { inSystemTransaction } from '#server/platform/state/write.ts';
import { takeFormAnswer, takeIdentityAnswer } from './answers.ts';
import { dataContext, formContext } from './identity-moves.ts';
import { rnkoTab, subjectOf } from './owners.ts';

const consentIsBack = 'Согласие на передачу данных отозвано: вопрос в РНКО не ушёл';
const refusedByPartner = 'РНКО не приняла запрос: проверьте данные';

/**
 * Tells the partner whom to identify under the question's key, so that one told twice is still one; when he knows it, asks
 * what has come of it. His answer alone makes anybody known. Of whom has taken his consent back meanwhile he is not told.
 * @throws PartnerSilent when he has not answered: the queue comes back with it
 */
export async function askIdentity(app: App, { identityId }: { identityId: number }): Promise<void> {
  const row = await app.database.db
    .selectFrom('rnkoIdentities')
    .selectAll()
    .where('id', '=', identityId)
    .executeTakeFirst();
  if (!row || !app.rnko || row.status !== 'sent') return;
  const partner = app.rnko;
  const key = row.partnerKey;
  const take = (partnerAnswer: Parameters<typeof takeIdentityAnswer>[2]) =>
    inSystemTransaction(app.database.db, 'rnko.identity-answer', (tx) =>
      takeIdentityAnswer(tx, identityId, partnerAnswer),
    );
  const failed = { key, status: 'failed', level: null, validUntil: null, actionUrl: null } as const;
  const isUntold = row.partnerId === null && row.individualId !== null;
  if (isUntold && !(await personConsents(app.database.db, row.individualId!, 'personal-data-partner'))) {
    await take({ ...failed, id: null, reason: consentIsBack });
    return;
  }
  const refused = () => take({ ...failed, id: row.partnerId, reason: refusedByPartner });
  await withPartnerErrors(app, { table: 'rnkoIdentities', id: identityId, refused }, async () => {
    const known = row.partnerId === null ? null : await partner.findIdentification(key);
    const partnerAnswer = known ?? (await partner.identify(identificationOf(app, row)));
    await reportContradiction(app, { identityId }, () => take(partnerAnswer));
  });
}

function identificationOf(app: App, row: Selectable<RnkoIdentities>): IdentificationOrder {
  return {
    key: row.partnerKey,
    subject: row.individualId === null ? 'legal_entity' : 'individual',
    level: row.wantedLevel as WantedLevel,
    data: app.secrets.open(dataContext, row.dataSealed!),
    returnUrl: app.config.publicUrl + cardOf(subjectOf(row), rnkoTab),
  };
}

/**
 * The same for the questionnaire of a company.
 * @throws PartnerSilent when he has not answered: the queue comes back with it
 */
export async function askForm(app: App, { formId }: { formId: number }): Promise<void> {
  const row = await app.database.db
    .selectFrom('rnkoForms as f')
    .innerJoin('legalEntities as le', 'le.id', 'f.legalEntityId')
    .select([
      'f.status',
      'f.partnerKey as key',
      'f.partnerId',
      'f.formSealed',
      'le.fullName as name',
      'le.inn',
      'le.ogrn',
    ])
    .where('f.id', '=', formId)
    .executeTakeFirst();
  if (!row || !app.rnko || row.status !== 'sent') return;
  const partner = app.rnko;
  const { key, name, inn, ogrn } = row;
  const take = (partnerAnswer: Parameters<typeof takeFormAnswer>[2]) =>
    inSystemTransaction(app.database.db, 'rnko.form-answer', (tx) => takeFormAnswer(tx, formId, partnerAnswer));
  const refused = () => take({ key, id: row.partnerId, status: 'declined', reason: refusedByPartner });
  await withPartnerErrors(app, { table: 'rnkoForms', id: formId, refused }, async () => {
    const known = row.partnerId === null ? null : await partner.findForm(key);
    const form = app.secrets.open<Questionnaire>(formContext, row.formSealed);
    const order: FormOrder = { key, company: { name, inn, ogrn }, form };
    const partnerAnswer = known ?? (await partner.sendForm(order));
    await reportContradiction(app, { formId }, () => take(partnerAnswer));
  });
}
