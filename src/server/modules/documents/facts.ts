import type { AgreementFacts, CessionFacts, SignatureFacts } from '#domain/documents/agreement-facts.ts';
import type { FEE_PAYERS } from '#domain/money/tariff.ts';
import type { Discount } from '#domain/settlements/discount.ts';
import { fullCostOfSchedule } from '#domain/settlements/full-cost.ts';
import type { PenaltyRule } from '#domain/settlements/penalty.ts';
import type { ScheduleRow } from '#domain/settlements/schedule.ts';
import { GRACE_WORKING_DAYS } from '#domain/settlements/settlement.ts';
import { type Day, toDay } from '#domain/values/days.ts';
import type { Kopecks } from '#domain/values/money.ts';
import { fullName } from '#domain/values/person-name.ts';
import { formatPhone } from '#domain/values/phone.ts';
import { accountInUse } from '#server/modules/payment-details/payment-details.read.ts';
import { addressOfEntry } from '#server/modules/registries/registries.read.ts';
import { papersOf } from '#server/modules/verification/papers.read.ts';
import type { Ctx } from '#server/platform/ctx.ts';
import type { Db } from '#server/platform/database/db.ts';
import { headOf, sidesOf } from './sides.ts';

/** What has been agreed, as the bargaining leaves it. */
export interface Concluded {
  settlementId: number;
  individualId: number;
  legalEntityId: number;
  agreementId: number;
  number: string;
  concludedOn: Day;
  discount: Discount;
  debtAsOf: Day;
  rows: readonly ScheduleRow[];
  rateBps: number;
  penalty: PenaltyRule | null;
  fee: { payer: (typeof FEE_PAYERS)[number]; amount: Kopecks };
}

/** The same before there is an agreement. */
export type Agreed = Omit<Concluded, 'agreementId'>;

const unknown = 'не указан';
const partnerName = 'небанковскую кредитную организацию — партнёра платформы';
const court = 'по месту жительства Должника';

/** Everything the agreement tells, gathered at the moment it is concluded (docs/domain.md §11). */
export async function agreementFacts(
  ctx: Pick<Ctx, 'app' | 'db'>,
  { settlementId, legalEntityId, fee, number, concludedOn, discount, debtAsOf, rows, rateBps, penalty }: Agreed,
  signatures: readonly SignatureFacts[],
): Promise<AgreementFacts> {
  const deal = await dealOf(ctx.db, settlementId);
  const agent = deal.basis === 'agent';
  return {
    number,
    concludedOn,
    discount,
    debtAsOf,
    rows,
    rateBps,
    signatures,
    creditor: creditorOf(deal),
    debtor: {
      fullName: fullName(deal),
      birthDate: deal.birthDate === null ? null : toDay(deal.birthDate),
      document: documentOf(ctx, deal),
      address: (await addressOfEntry(ctx, deal.entryId)) ?? unknown,
      phone: deal.debtorPhone === null ? unknown : formatPhone(deal.debtorPhone),
    },
    contract: { number: deal.contractNumber, date: toDay(deal.contractDate) },
    cessions: deal.basis === 'cession' ? [cessionOf(deal)] : [],
    principal: agent ? (deal.cedentName ?? 'первоначального кредитора по Договору') : null,
    fullCost: rateBps > 0 ? fullCostOfSchedule(concludedOn, rows) : null,
    penalty,
    payment: { partnerName, requisites: await accountInUse(ctx, legalEntityId) },
    feePayer: fee.payer,
    feeAmount: fee.amount,
    graceWorkingDays: GRACE_WORKING_DAYS,
    court,
  };
}

type Deal = Awaited<ReturnType<typeof dealOf>>;

const dealOf = (db: Db, settlementId: number) =>
  sidesOf(db, settlementId)
    .leftJoin('accounts as a', 'a.id', 'i.accountId')
    .select(['le.phone as creditorPhone', 'a.phone as debtorPhone', 'i.passportSealed', 'i.snilsSealed'])
    .select(['r.basis as authority', 'r.basisNumber', 'r.basisDate'])
    .select(['e.id as entryId', 'e.basis', 'e.cedentName', 'e.cessionRef'])
    .executeTakeFirstOrThrow();

function creditorOf(deal: Deal): AgreementFacts['creditor'] {
  return {
    name: deal.creditorName,
    inn: deal.inn,
    ogrn: deal.ogrn ?? unknown,
    address: deal.legalAddress ?? unknown,
    phone: deal.creditorPhone === null ? unknown : formatPhone(deal.creditorPhone),
    ...representativeOf(deal),
  };
}

/** Who acts for the company. Until its card names him, those do who sign: the company has let them on the platform. */
function representativeOf(deal: Deal): { representative: string; authority: string } {
  const representative = headOf(deal);
  if (representative === null) {
    return {
      representative: 'сотрудник, подписавший Соглашение',
      authority: 'полномочия, данные Кредитором на платформе',
    };
  }
  const { authority, basisNumber, basisDate } = deal;
  const dated = basisDate === null ? '' : ` от ${basisDate.split('-').toReversed().join('.')}`;
  return {
    representative,
    authority: authority === 'power_of_attorney' ? `доверенность № ${basisNumber ?? 'б/н'}${dated}` : 'Устав',
  };
}

function documentOf({ app }: Pick<Ctx, 'app'>, { passportSealed, snilsSealed }: Deal): string {
  const { passport } = papersOf('individuals').full(app.secrets, { passportSealed, snilsSealed });
  return passport === null ? 'личность подтверждена платформой' : `паспорт ${passport}`;
}

const cessionOf = ({ cedentName, creditorName, cessionRef }: Deal): CessionFacts => ({
  from: cedentName ?? 'первоначальный кредитор',
  to: creditorName,
  reference: cessionRef ?? 'без номера',
});
