import { checkAccount, checkBik, checkCorrAccount, checkKpp } from '../values/requisites.ts';
import { checkOneLine } from '../values/text/one-line.ts';

/** Where the money of an invoice has come. */
export const INVOICE_PLACES = {
  partner: 'По выписке партнёра',
  held: 'Из невыясненных поступлений',
  bank: 'На расчётный счёт',
} as const;
export type InvoicePlace = keyof typeof INVOICE_PLACES;

/** What invoices say of the company that runs the platform beside its name, and how much of it at most. */
export const ISSUER_FIELDS = {
  kpp: { label: 'КПП', most: 9 },
  bankName: { label: 'Банк', most: 200 },
  bik: { label: 'БИК', most: 9 },
  corrAccount: { label: 'Корр. счёт', most: 20 },
  account: { label: 'Расчётный счёт', most: 20 },
  headName: { label: 'Кто подписывает', most: 150 },
  headPosition: { label: 'Должность', most: 150 },
  accountantName: { label: 'Главный бухгалтер', most: 150 },
} as const;
export type IssuerField = keyof typeof ISSUER_FIELDS;

/** The requisites of an issuer; КПП only organisations have, a bookkeeper of its own not everybody. */
export type IssuerDetails = Readonly<Record<Exclude<IssuerField, 'kpp' | 'accountantName'>, string>> & {
  readonly kpp: string | null;
  readonly accountantName: string | null;
};

const empty = 'Поле должно быть заполнено';

/**
 * What is wrong with the requisites, by field.
 * @param inn of the company: twelve digits are an entrepreneur's, who has no КПП
 */
export function checkIssuer(details: IssuerDetails, inn: string): Partial<Record<IssuerField, string>> {
  const { kpp, bankName, bik, corrAccount, account, headName, headPosition, accountantName } = details;
  const isEntrepreneur = inn.length === 12;
  const rules: [IssuerField, string | null][] = [
    ['kpp', kppProblem(kpp, isEntrepreneur)],
    ['bankName', lineProblem(bankName)],
    ['bik', checkBik(bik)],
    ['corrAccount', checkBik(bik) ? null : checkCorrAccount(corrAccount, bik)],
    ['account', checkBik(bik) ? null : checkAccount(account, bik)],
    ['headName', lineProblem(headName)],
    ['headPosition', lineProblem(headPosition)],
    ['accountantName', accountantName === null ? null : lineProblem(accountantName)],
  ];
  return Object.fromEntries(rules.filter(([, problem]) => problem !== null));
}

function kppProblem(kpp: string | null, isEntrepreneur: boolean): string | null {
  if (isEntrepreneur) return kpp === null ? null : 'У предпринимателя КПП нет';
  return kpp === null ? empty : checkKpp(kpp);
}

/** A line break would be a clause of its own in a paper. */
const lineProblem = (value: string): string | null => (value.trim() === '' ? empty : checkOneLine(value));

/** What differs between two tellings of an issuer, each in a line, for whoever decides. */
export const changesOfIssuer = (before: IssuerDetails | null, after: IssuerDetails): string[] =>
  (Object.keys(ISSUER_FIELDS) as IssuerField[])
    .filter((field) => (before?.[field] ?? null) !== after[field])
    .map((field) => `${ISSUER_FIELDS[field].label}: ${before?.[field] ?? '—'} → ${after[field] ?? '—'}`);
