import type { AgreementFacts } from '#domain/documents/agreement-facts.ts';
import { taxNote } from '#domain/money/tax-note.ts';
import { KNOWN_RATES } from '#domain/rates/known-rates.ts';
import type { Debt } from '#domain/settlements/debt-structure.ts';
import { type Discount, discountOf } from '#domain/settlements/discount.ts';
import type { Plan } from '#domain/settlements/plan.ts';
import { makeSchedule } from '#domain/settlements/schedule.ts';
import { toDay } from '#domain/values/days.ts';
import { kopecks } from '#domain/values/money.ts';
import { KNOWN_CALENDAR } from '../../helpers/known-calendar.ts';

/** The rows of a plan that the domain takes. */
export const rowsOf = (plan: Plan) => {
  const schedule = makeSchedule(plan, KNOWN_CALENDAR);
  if (!schedule.ok) throw new Error('refused');
  return schedule.rows;
};
/** Three months, what they have in common. */
export const terms = { downPayment: kopecks(0), payments: 3, firstDate: toDay('2026-12-10'), periodMonths: 1 } as const;

/** A debt of four parts, one of them empty and one awarded by a court. */
export const DEBT: Debt = [
  { code: 'principal', amount: kopecks(15_000_000) },
  { code: 'penalty', amount: kopecks(3_400_000) },
  { code: 'fee', amount: kopecks(0) },
  { code: 'court_fee', amount: kopecks(50_000) },
];

const today = toDay('2026-11-20');
/** What is said about the tax on what is forgiven. */
export const taxed = ({ forgiven }: Discount) => taxNote(forgiven, today, KNOWN_RATES)?.sentences ?? [];

/** Facts of an agreement that forgives a part of its debt. */
export const FACTS: AgreementFacts = {
  number: 'У-2026-000001',
  concludedOn: toDay('2026-11-20'),
  offerUntil: toDay('2026-11-27'),
  creditor: {
    name: 'ООО «Альфа»',
    inn: '7707083893',
    ogrn: '1027700132195',
    address: 'Москва, ул. Ленина, 1',
    phone: '+7 495 000-00-00',
    signatory: { fullName: 'Петров Пётр Петрович', position: 'Генеральный директор', ground: { kind: 'charter' } },
  },
  debtor: {
    fullName: 'Иванов Иван Иванович',
    birthDate: toDay('1990-05-10'),
    document: 'паспорт 45 10 123456',
    address: 'Тверь, ул. Мира, 2',
    phone: '+7 916 123-12-34',
  },
  contract: { number: 'К-17', date: toDay('2024-02-01') },
  cessions: [],
  principal: null,
  discount: discountOf(DEBT, kopecks(12_000_000)),
  taxNote: taxed(discountOf(DEBT, kopecks(12_000_000))),
  debtAsOf: toDay('2026-11-19'),
  rows: rowsOf({ ...terms, kind: 'equal', amount: kopecks(12_000_000) }),
  rateBps: 0,
  fullCost: 0,
  penalty: null,
  payment: {
    partnerName: 'РНКО «Платёж»',
    requisites: { recipient: 'ООО «Альфа»', account: '40702810200000000001', bank: 'Банк' },
  },
  feePayer: 'creditor',
  feeAmount: kopecks(0),
  graceWorkingDays: 10,
  court: 'по месту жительства Должника',
  signatures: [
    {
      fullName: 'Иванов Иван Иванович',
      phone: '+79161231234',
      codeSentTo: 'ivanov@demo.test',
      signedAt: new Date('2026-11-20T11:05:09Z'),
      operationCode: 'A1B2',
      documentSha256: 'ab12',
    },
  ],
};
