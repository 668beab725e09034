import { type Signatory, signatoryLines } from '../parties/signing-right.ts';
import { type Day, formatDay, formatMoscowTime, moscowDay } from '../values/days.ts';
import { maskEmail, maskPhone } from '../values/masks.ts';
import { longDay } from './agreement-vocabulary.ts';
import type { Block, Clause, Placeholder } from './document-template.ts';
import { type CompanyFacts, LETTERHEAD } from './settlement-words.ts';

/** How a certificate is signed for its creditor (docs/decisions/0100). Phone and address are stored whole and printed masked. */
export type CreditorPaperSignature = {
  /** By the rule that the creditor has signed beforehand, not by a code for this paper. */
  readonly byRule: boolean;
  /** By the order that the creditor has given in the agreement: nobody has signed this paper, he had not issued it in time. */
  readonly byOrder?: boolean;
  /** Who has entered the code, for this paper, the rule or the agreement with the order, and by what right; null where it was not kept. */
  readonly signatory: Signatory | null;
  readonly phone: string | null;
  readonly codeSentTo: string | null;
  readonly signedAt: Date;
  /** Absent in papers by order. */
  readonly operationCode: string | null;
  /** Of the text of this very paper without its signature. */
  readonly textSha256: string;
};

/** What every paper says that a creditor issues by himself; sums are told by its kind. */
export type CreditorPaper = {
  readonly number: string;
  readonly issuedAt: Date;
  readonly creditor: CompanyFacts;
  readonly debtor: { readonly fullName: string; readonly birthDate: Day | null };
  /** «Петров П. П., генеральный директор» */
  readonly signatory: string;
  /** Who runs the platform; absent in papers from before it was kept. */
  readonly platform?: string;
  /** It will be issued by the order of the agreement: its text says so before it is. */
  readonly byOrder?: boolean;
  /** Absent while the paper is read before it is signed, and in papers of forms before it. */
  readonly signature?: CreditorPaperSignature;
};

/** The letterhead, the day and the place, and the signature of such a paper. */
export const CREDITOR_PAPER_WORDS = {
  number: { label: 'номер справки', text: ({ number }) => number },
  letterhead: LETTERHEAD,
  debtor_name: { label: 'ФИО должника', text: ({ debtor }) => debtor.fullName },
  debtor_birth_date: {
    label: 'дата рождения должника',
    text: ({ debtor: { birthDate } }) => (birthDate === null ? 'не указана' : formatDay(birthDate)),
  },
  issued_on: { label: 'день справки', text: ({ issuedAt }) => longDay(moscowDay(issuedAt)) },
  place: { label: 'место выдачи', text: ({ creditor }) => creditor.address },
  signatory: { label: 'кто действует от имени кредитора', text: ({ signatory }) => signatory },
  signing: {
    label: 'как подписана справка',
    text: ({ byOrder = false, platform }) => {
      const named = platform === undefined ? 'платформа «Уговор»' : `платформа «Уговор» (оператор — ${platform})`;
      return byOrder
        ? `Кредитор не выдал справку сам. По его поручению, данному в соглашении, её выдала от его имени ${named}. Она проверяется по коду на первой странице.`
        : `Справка подписана простой электронной подписью Кредитора по Правилам простой электронной подписи ${named.replace('платформа', 'платформы')} и равнозначна документу на бумаге. Она проверяется по коду на первой странице.`;
    },
  },
  signature: {
    label: 'подпись кредитора',
    blocks: ({ creditor, signatory, signature }) => [
      signature ? signatureOf(creditor.name, signature) : { type: 'signature', lines: [creditor.name, signatory] },
    ],
  },
} as const satisfies Record<string, Placeholder<CreditorPaper, never>>;

/** Who issues such a paper, when and where: its first clause. */
export const CREDITOR_PAPER_HEAD: Clause = {
  code: 'creditor',
  heading: 'Кредитор',
  paragraphs: [
    '{{letterhead}}',
    'Справку выдаёт {{creditor_name}}, ИНН {{creditor_inn}}, далее — Кредитор. От имени Кредитора действует {{signatory}}.',
    'Справка составлена {{issued_on}}. Место выдачи: {{place}}.',
  ],
};

/** How such a paper is signed; what is in the frame is its signature. */
export const CREDITOR_PAPER_SIGNING: Clause = {
  code: 'signature',
  heading: 'Подпись',
  paragraphs: ['{{signing}}', '{{signature}}'],
};

/** What the frame says of how it came to be, and whose name follows. */
const HOW = {
  code: { title: 'Подписано простой электронной подписью', signed: [] },
  rule: { title: 'Подписано по правилу, которое Кредитор подписал заранее', signed: ['Правило подписал:'] },
  order: {
    title: 'Выдано платформой по поручению Кредитора, данному в соглашении',
    signed: ['Соглашение за Кредитора подписал:'],
  },
} as const;

function signatureOf(creditor: string, signature: CreditorPaperSignature): Block {
  const { byRule, byOrder = false, signatory, phone, codeSentTo, signedAt, operationCode, textSha256 } = signature;
  const how = byOrder ? HOW.order : byRule ? HOW.rule : HOW.code;
  return {
    type: 'signature',
    lines: [
      how.title,
      `Кредитор: ${creditor}`,
      ...(signatory === null ? [] : [...how.signed, ...signatoryLines(signatory)]),
      ...(phone === null ? [] : [`Телефон ${maskPhone(phone)}`]),
      ...(codeSentTo === null ? [] : [`Код отправлен на ${maskEmail(codeSentTo)}`]),
      formatMoscowTime(signedAt),
      ...(operationCode === null ? [] : [`Код операции ${operationCode}`]),
      `SHA-256 текста ${textSha256}`,
    ],
  };
}
