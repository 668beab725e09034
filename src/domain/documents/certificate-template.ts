import { type Day, formatMoscowTime } from '../values/days.ts';
import type { Kopecks } from '../values/money.ts';
import { sumInWords } from '../values/text/sum-in-words.ts';
import { longDay } from './agreement-vocabulary.ts';
import {
  CREDITOR_PAPER_HEAD,
  CREDITOR_PAPER_SIGNING,
  CREDITOR_PAPER_WORDS,
  type CreditorPaper,
} from './creditor-paper.ts';
import type { DocumentTemplate, Vocabulary } from './document-template.ts';
import { SETTLEMENT_WORDS, type SettlementFacts } from './settlement-words.ts';

/** What a certificate of full repayment says (docs/domain.md §11; ГК РФ, ст. 408). Sums in kopecks. */
export type CertificateFacts = SettlementFacts &
  CreditorPaper & {
    readonly paid: Kopecks;
    readonly paidOn: Day;
    readonly forgiven: Kopecks;
    /** Of a penalty for late payments; beside what was paid. */
    readonly penalty: Kopecks;
  };

/** What a certificate may say and what none may omit. */
export const CERTIFICATE_VOCABULARY: Vocabulary<CertificateFacts, 'discount' | 'penalty'> = {
  conditions: {
    discount: { label: 'часть долга прощена', holds: ({ forgiven }) => forgiven > 0 },
    penalty: { label: 'уплачена неустойка', holds: ({ penalty }) => penalty > 0 },
  },
  placeholders: {
    ...CREDITOR_PAPER_WORDS,
    /** Of forms before version 3. */
    issued_at: { label: 'дата и время справки', text: ({ issuedAt }) => formatMoscowTime(issuedAt) },
    ...SETTLEMENT_WORDS,
    creditor_ogrn: { label: 'ОГРН кредитора', text: ({ creditor }) => creditor.ogrn },
    creditor_address: { label: 'адрес кредитора', text: ({ creditor }) => creditor.address },
    paid: { label: 'уплаченная сумма', text: ({ paid }) => sumInWords(paid) },
    paid_on: { label: 'дата полного исполнения', text: ({ paidOn }) => longDay(paidOn) },
    forgiven: { label: 'прощённая сумма', needs: 'discount', text: ({ forgiven }) => sumInWords(forgiven) },
    penalty: { label: 'уплаченная неустойка', needs: 'penalty', text: ({ penalty }) => sumInWords(penalty) },
  },
  required: [
    ...Object.keys(CREDITOR_PAPER_WORDS),
    ...Object.keys(SETTLEMENT_WORDS),
    'paid',
    'paid_on',
    'forgiven',
    'penalty',
  ],
};

/** The certificate as the product proposes it; an operator publishes versions of his own. */
export const CERTIFICATE_TEMPLATE: DocumentTemplate = {
  kind: 'certificate',
  version: 3,
  title: 'Справка об отсутствии задолженности № {{number}}',
  clauses: [
    CREDITOR_PAPER_HEAD,
    {
      code: 'performance',
      heading: 'Исполнение',
      paragraphs: [
        '{{debtor_name}}, дата рождения {{debtor_birth_date}}, — обязательства по договору № {{contract_number}} от {{contract_date}} исполнены на условиях соглашения № {{agreement_number}} от {{agreement_date}}.',
        'Уплачено {{paid}}. Дата полного исполнения: {{paid_on}}.',
        'Задолженность отсутствует (статья 408 Гражданского кодекса Российской Федерации).',
      ],
    },
    {
      code: 'penalty',
      heading: 'Неустойка',
      when: 'penalty',
      paragraphs: ['Кроме того, уплачена неустойка за просрочку платежей: {{penalty}}.'],
    },
    {
      code: 'forgiveness',
      heading: 'Прощённая часть долга',
      when: 'discount',
      paragraphs: ['Прощено {{forgiven}} (статья 415 Гражданского кодекса Российской Федерации).'],
    },
    CREDITOR_PAPER_SIGNING,
  ],
};
