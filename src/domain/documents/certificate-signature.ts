import { type Signatory, signatoryLines } from '../parties/signing-right.ts';
import { formatMoscowTime, moscowDay } from '../values/days.ts';
import { maskEmail, maskPhone } from '../values/masks.ts';
import { longDay } from './agreement-vocabulary.ts';
import type { Block, Placeholder } from './document-template.ts';

/** How a certificate is signed for its creditor (docs/decisions/0100). Phone and address are stored whole and printed masked. */
export type CertificateSignature = {
  /** By the rule that the creditor has signed beforehand, not by a code for this paper. */
  readonly byRule: boolean;
  /** Who has entered the code, for this paper or for the rule, and by what right. */
  readonly signatory: Signatory;
  readonly phone: string | null;
  readonly codeSentTo: string | null;
  readonly signedAt: Date;
  readonly operationCode: string;
  /** Of the text of this very paper without its signature. */
  readonly textSha256: string;
};

/** What every paper says that a creditor issues by himself; sums are told by its kind. */
export type CreditorPaper = {
  readonly number: string;
  readonly issuedAt: Date;
  readonly creditor: {
    readonly name: string;
    readonly inn: string;
    readonly ogrn: string;
    readonly address: string;
    readonly phone: string;
  };
  /** «Петров П. П., генеральный директор» */
  readonly signatory: string;
  /** Absent while the paper is read before it is signed, and in papers of forms before it. */
  readonly signature?: CertificateSignature;
};

/** The letterhead, the day and the place, and the signature of such a paper. */
export const CREDITOR_PAPER_WORDS = {
  number: { label: 'номер справки', text: ({ number }) => number },
  letterhead: {
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
  },
  issued_on: { label: 'день справки', text: ({ issuedAt }) => longDay(moscowDay(issuedAt)) },
  place: { label: 'место выдачи', text: ({ creditor }) => creditor.address },
  signatory: { label: 'кто действует от имени кредитора', text: ({ signatory }) => signatory },
  signature: {
    label: 'подпись кредитора',
    blocks: ({ creditor, signatory, signature }) => [
      signature ? signatureOf(creditor.name, signature) : { type: 'signature', lines: [creditor.name, signatory] },
    ],
  },
} as const satisfies Record<string, Placeholder<CreditorPaper, never>>;

function signatureOf(creditor: string, signature: CertificateSignature): Block {
  const { byRule, signatory, phone, codeSentTo, signedAt, operationCode, textSha256 } = signature;
  return {
    type: 'signature',
    lines: [
      byRule ? 'Подписано по правилу, которое Кредитор подписал заранее' : 'Подписано простой электронной подписью',
      `Кредитор: ${creditor}`,
      ...(byRule ? ['Правило подписал:'] : []),
      ...signatoryLines(signatory),
      ...(phone === null ? [] : [`Телефон ${maskPhone(phone)}`]),
      ...(codeSentTo === null ? [] : [`Код отправлен на ${maskEmail(codeSentTo)}`]),
      formatMoscowTime(signedAt),
      `Код операции ${operationCode}`,
      `SHA-256 текста ${textSha256}`,
    ],
  };
}
