import { type Signatory, signatoryLines } from '../parties/signing-right.ts';
import { type Day, formatDay } from '../values/days.ts';
import type { Side } from '../values/machine.ts';
import { quoted } from '../values/text/one-line.ts';
import type { Block, Placeholder } from './document-template.ts';

type Dated = { readonly number: string; readonly date: Day };

/** A creditor as a paper names him: in its letterhead or among its sides. */
export type CompanyFacts = {
  readonly name: string;
  readonly inn: string;
  readonly ogrn: string;
  readonly address: string;
  readonly phone: string;
};

/** Whose debt a paper is about, and by which contract. */
type ClaimFacts = {
  readonly creditor: Pick<CompanyFacts, 'name' | 'inn'>;
  readonly contract: Dated;
};
/** The same, and by which agreement it is settled. */
export type SettlementFacts = ClaimFacts & {
  readonly agreement: Dated;
  /** Who runs the platform: name, ОГРН, ИНН, address; absent in papers from before it was kept. */
  readonly platform?: string;
};

/** The placeholders of these facts, the same in every paper; none of them may be left out. */
export const CLAIM_WORDS = {
  creditor_name: { label: 'наименование кредитора', text: ({ creditor }) => creditor.name },
  creditor_inn: { label: 'ИНН кредитора', text: ({ creditor }) => creditor.inn },
  contract_number: { label: 'номер договора', text: ({ contract }) => contract.number },
  contract_date: { label: 'дата договора', text: ({ contract }) => formatDay(contract.date) },
} as const satisfies Record<string, Placeholder<ClaimFacts, never>>;

export const SETTLEMENT_WORDS = {
  ...CLAIM_WORDS,
  agreement_number: { label: 'номер соглашения', text: ({ agreement }) => agreement.number },
  agreement_date: { label: 'дата соглашения', text: ({ agreement }) => formatDay(agreement.date) },
} as const satisfies Record<string, Placeholder<SettlementFacts, never>>;

/** Who runs the platform, in every paper whose forms name it. */
export const PLATFORM_NAME = {
  label: 'компания-оператор',
  text: ({ platform = 'оператор платформы' }) => platform,
} as const satisfies Placeholder<{ readonly platform?: string }, never>;

/** The letterhead of a company's own paper. */
export const LETTERHEAD = {
  label: 'бланк кредитора',
  blocks: ({ creditor }) => [
    {
      type: 'letterhead',
      lines: [
        creditor.name,
        `ИНН ${creditor.inn}, ОГРН ${creditor.ogrn}`,
        `Адрес: ${creditor.address}. Телефон ${creditor.phone}`,
      ],
    },
  ],
} as const satisfies Placeholder<{ readonly creditor: CompanyFacts }, never>;

/** A signature of a company under what it issues: what is to be said of it, and who has signed by what right, where that was kept. */
export const companySignature = (company: string, words: readonly string[], signatory?: Signatory | null): Block => ({
  type: 'signature',
  lines: [company, ...words, ...(signatory ? signatoryLines(signatory) : [])],
});

const SIDES: Readonly<Record<Side, string>> = { individual: 'Должника', creditor: 'Кредитора' };

/** «слова Должника: «…»»: what one side has written by itself, so that nobody takes it for what both agree on. */
export const wordsOf = (side: Side | undefined, words: string): string =>
  side ? `слова ${SIDES[side]}: ${quoted(words)}` : quoted(words);
