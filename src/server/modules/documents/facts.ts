import type { AgreementFacts, CessionFacts, SignatureFacts } from '#domain/documents/agreement-facts.ts';
import {
  DISPUTED_FORM,
  FINGERPRINTS_FORM,
  OFFER_DAY_FORM,
  SHIFT_FORM,
  SIGNATORY_FORM,
  WARNING_FORM,
} from '#domain/documents/agreement-template.ts';
import type { FEE_PAYERS } from '#domain/money/fee-kinds.ts';
import { taxNote } from '#domain/money/tax-note.ts';
import type { Signatory } from '#domain/parties/signing-right.ts';
import { formatOperatingCompany } from '#domain/settings/operating-company.ts';
import { breachRule } from '#domain/settlements/breach.ts';
import type { Discount } from '#domain/settlements/discount.ts';
import { type DisputedPart, disputedForgiven, disputedOf } from '#domain/settlements/disputed-parts.ts';
import type { ShiftEvery } from '#domain/settlements/payment-shift.ts';
import type { PenaltyRule } from '#domain/settlements/penalty.ts';
import { fullCostWith } from '#domain/settlements/price/offer-price.ts';
import { proceedingsOf } from '#domain/settlements/proceedings.ts';
import type { ScheduleRow } from '#domain/settlements/schedule.ts';
import { type Day, daysBetween, formatDay, toDay } from '#domain/values/days.ts';
import { type Kopecks, kopecks } from '#domain/values/money.ts';
import { fullName } from '#domain/values/person-name.ts';
import { formatPhone } from '#domain/values/phone.ts';
import { formatPassport } from '#domain/values/requisites.ts';
import { operatingCompaniesOf } from '#server/modules/operating-companies/operating-companies.queries.ts';
import { accountNamed } from '#server/modules/payment-details/payment-details.queries.ts';
import { ratesOf } from '#server/modules/rates/rates.queries.ts';
import { judgedStage } from '#server/modules/registries/papers/enforcement.queries.ts';
import { openPapers } from '#server/modules/verification/papers.queries.ts';
import type { Ctx } from '#server/platform/ctx.ts';
import type { Db } from '#server/platform/database/db.ts';
import { companyFacts, headOf, notStated, sidesOf } from './sides.ts';

/** What has been agreed, as the bargaining leaves it. */
export interface ConcludedAgreement {
  settlementId: number;
  individualId: number;
  legalEntityId: number;
  agreementId: number;
  number: string;
  offeredOn: Day;
  /** The last day on which the offer may be accepted. */
  offerUntil: Day;
  discount: Discount;
  /** What of the debt the debtor disputes. */
  disputed: readonly DisputedPart[];
  debtAsOf: Day;
  rows: readonly ScheduleRow[];
  rateBps: number;
  penalty: PenaltyRule | null;
  /** The creditor has signed beforehand that it ends by itself when a breach is not cured. */
  breachByRule: boolean;
  /** Once in how many payments the debtor may shift one by a week; null for never. */
  shiftEvery: ShiftEvery;
  /** Who has made the offer for the creditor; null where the debtor has, or it was made before that was kept. */
  signatory: Signatory | null;
  fee: { payer: (typeof FEE_PAYERS)[number]; amount: Kopecks };
}

/** The same before there is an agreement. */
export type AgreementTerms = Omit<ConcludedAgreement, 'agreementId'>;

const court = 'по месту жительства Должника';

/**
 * Everything the agreement says, gathered at the moment it is concluded (docs/domain.md §11).
 * @param version of the form that will print it
 */
export async function agreementFacts(
  ctx: Pick<Ctx, 'app' | 'db'>,
  {
    settlementId,
    legalEntityId,
    fee,
    number,
    offeredOn,
    offerUntil,
    discount,
    disputed: marks,
    debtAsOf,
    rows,
    rateBps,
    penalty,
    breachByRule,
    shiftEvery,
    signatory,
  }: AgreementTerms,
  signatures: readonly SignatureFacts[],
  version: number,
): Promise<AgreementFacts> {
  const settlement = await settlementOf(ctx.db, settlementId);
  const { platform, rnko } = await operatingCompaniesOf(ctx.db);
  const agent = settlement.basis === 'agent';
  const namesDisputed = version >= DISPUTED_FORM;
  const disputed = namesDisputed ? disputedOf(discount.parts, marks, settlement.judgedStage) : [];
  const lastDay = rows.at(-1)?.dueDate ?? offeredOn;
  const tax = taxNote(discount.forgiven, lastDay, await ratesOf(ctx.db), disputedForgiven(discount, disputed));
  return {
    number,
    concludedOn: offeredOn,
    ...(version >= OFFER_DAY_FORM && { offerUntil }),
    discount,
    taxNote: tax?.sentences ?? [],
    ...(namesDisputed && { disputed, taxReport: tax?.cases ?? [] }),
    ...(version >= SHIFT_FORM && { shiftEvery }),
    ...(version >= WARNING_FORM && { taxShort: tax?.short ?? null }),
    debtAsOf,
    rows,
    rateBps,
    signatures: version < FINGERPRINTS_FORM ? signatures.map(withOneFingerprint) : signatures,
    creditor: {
      ...companyFacts(settlement),
      email: settlement.creditorEmail ?? notStated,
      ...(version < SIGNATORY_FORM ? representativeOf(settlement) : { signatory }),
    },
    debtor: {
      fullName: fullName(settlement),
      birthDate: settlement.birthDate === null ? null : toDay(settlement.birthDate),
      ...papersOfDebtor(ctx, settlement),
      phone: settlement.debtorPhone === null ? notStated : formatPhone(settlement.debtorPhone),
      email: settlement.debtorEmail ?? 'не указана',
    },
    contract: { number: settlement.contractNumber, date: toDay(settlement.contractDate) },
    cessions: settlement.basis === 'cession' ? [cessionOf(settlement)] : [],
    principal: agent ? (settlement.cedentName ?? 'первоначального кредитора по Договору') : null,
    fullCost: fullCostWith(rows, offeredOn, fee.payer === 'individual' ? fee.amount : kopecks(0)),
    penalty,
    platform: formatOperatingCompany(platform),
    payment: { partnerName: formatOperatingCompany(rnko), requisites: await accountNamed(ctx, legalEntityId) },
    feePayer: fee.payer,
    feeAmount: fee.amount,
    enforcement: settlement.judgedStage === 'enforcement',
    proceedings: proceedingsOf(settlement),
    breach: {
      byRule: breachByRule,
      rule: breachRule({
        consumer: settlement.consumer,
        contractDate: toDay(settlement.contractDate),
        contractEnd: settlement.contractEnd as Day | null,
        planDays: daysBetween(offeredOn, lastDay),
      }),
    },
    court,
  };
}

type Settlement = Awaited<ReturnType<typeof settlementOf>>;

const settlementOf = (db: Db, settlementId: number) =>
  sidesOf(db, settlementId)
    .leftJoin('accounts as a', 'a.id', 'i.accountId')
    .select(['le.email as creditorEmail'])
    .select(['a.phone as debtorPhone', 'a.email as debtorEmail', 'i.snilsSealed', 'i.passportSealed'])
    .select([
      'i.passportIssuedAtSealed',
      'i.passportIssuedBySealed',
      'i.passportDepartmentSealed',
      'i.regAddressSealed',
    ])
    .select(['r.basis as authority', 'r.basisNumber', 'r.basisDate'])
    .select(['s.consumer', 'e.contractEnd'])
    .select(judgedStage.as('judgedStage'))
    .select(['e.stage', 'e.caseNo', 'e.court', 'e.basis', 'e.cedentName', 'e.cessionRef'])
    .executeTakeFirstOrThrow();

/** Whom the forms before version 7 name for the company, whoever signed: offers by them keep their text. */
function representativeOf(settlement: Settlement): { representative: string; authority: string } {
  const representative = headOf(settlement);
  if (representative === null) {
    return {
      representative: 'сотрудник, подписавший Соглашение',
      authority: 'полномочия, данные Кредитором на платформе',
    };
  }
  const { authority, basisNumber, basisDate } = settlement;
  const dated = basisDate === null ? '' : ` от ${basisDate.split('-').toReversed().join('.')}`;
  return {
    representative,
    authority: authority === 'power_of_attorney' ? `доверенность № ${basisNumber ?? 'б/н'}${dated}` : 'Устав',
  };
}

/** A signature as forms before the eleventh print it: they speak of one fingerprint. */
function withOneFingerprint(signature: SignatureFacts): SignatureFacts {
  const { textFingerprint: _, ...printed } = signature;
  return printed;
}

/** His document and address as his own verified profile names them: what a registry says of him is its creditor's word. */
function papersOfDebtor({ app }: Pick<Ctx, 'app'>, settlement: Settlement) {
  const papers = openPapers(app.secrets, 'individuals', settlement);
  const { passport, passportIssuedAt, passportIssuedBy, passportDepartment, regAddress } = papers;
  const issue = [
    ...(passportIssuedAt === null || passportIssuedBy === null
      ? []
      : [`выдан ${formatDay(passportIssuedAt)} ${passportIssuedBy}`]),
    ...(passportDepartment === null ? [] : [`код подразделения ${passportDepartment}`]),
  ];
  return {
    document:
      passport === null
        ? 'личность подтверждена платформой'
        : `паспорт ${formatPassport(passport.series, passport.number)}`,
    documentIssue: issue.length > 0 ? issue.join(', ') : null,
    address: regAddress ?? notStated,
  };
}

const cessionOf = ({ cedentName, creditorName, cessionRef }: Settlement): CessionFacts => ({
  from: cedentName ?? 'первоначальный кредитор',
  to: creditorName,
  reference: cessionRef ?? 'без номера',
});
