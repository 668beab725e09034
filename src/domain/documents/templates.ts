import { ADDENDUM_TEMPLATE, ADDENDUM_VOCABULARY } from './addendum-template.ts';
import { AGREEMENT_TEMPLATE } from './agreement-template.ts';
import { AGREEMENT_VOCABULARY } from './agreement-vocabulary.ts';
import { ANNULMENT_TEMPLATE, ANNULMENT_VOCABULARY } from './annulment-template.ts';
import { ASSIGNMENT_NOTICE_TEMPLATE, ASSIGNMENT_NOTICE_VOCABULARY } from './assignment-notice.ts';
import { CERTIFICATE_TEMPLATE, CERTIFICATE_VOCABULARY } from './certificate-template.ts';
import type { DocumentTemplate, Vocabulary } from './document-template.ts';
import {
  BREACH_NOTICE_TEMPLATE,
  BREACH_NOTICE_VOCABULARY,
  REQUISITES_NOTICE_TEMPLATE,
  REQUISITES_NOTICE_VOCABULARY,
  RESTORATION_NOTICE_TEMPLATE,
  RESTORATION_NOTICE_VOCABULARY,
  TERMINATION_NOTICE_TEMPLATE,
  TERMINATION_NOTICE_VOCABULARY,
} from './notice-templates.ts';
import { SHIFT_NOTICE_TEMPLATE, SHIFT_NOTICE_VOCABULARY } from './notices/shift-notice.ts';
import { RECEIPT_TEMPLATE, RECEIPT_VOCABULARY } from './receipt-template.ts';
import { SIGNING_PROTOCOL_TEMPLATE, SIGNING_PROTOCOL_VOCABULARY } from './signing-protocol.ts';
import { STATEMENT_TEMPLATE, STATEMENT_VOCABULARY } from './statement-template.ts';

/** The current form of each kind of document, with what it may say. */
export const TEMPLATES = {
  agreement: { template: AGREEMENT_TEMPLATE, vocabulary: AGREEMENT_VOCABULARY },
  signing_protocol: { template: SIGNING_PROTOCOL_TEMPLATE, vocabulary: SIGNING_PROTOCOL_VOCABULARY },
  addendum: { template: ADDENDUM_TEMPLATE, vocabulary: ADDENDUM_VOCABULARY },
  annulment: { template: ANNULMENT_TEMPLATE, vocabulary: ANNULMENT_VOCABULARY },
  certificate: { template: CERTIFICATE_TEMPLATE, vocabulary: CERTIFICATE_VOCABULARY },
  receipt: { template: RECEIPT_TEMPLATE, vocabulary: RECEIPT_VOCABULARY },
  breach_notice: { template: BREACH_NOTICE_TEMPLATE, vocabulary: BREACH_NOTICE_VOCABULARY },
  termination_notice: { template: TERMINATION_NOTICE_TEMPLATE, vocabulary: TERMINATION_NOTICE_VOCABULARY },
  requisites_notice: { template: REQUISITES_NOTICE_TEMPLATE, vocabulary: REQUISITES_NOTICE_VOCABULARY },
  restoration_notice: { template: RESTORATION_NOTICE_TEMPLATE, vocabulary: RESTORATION_NOTICE_VOCABULARY },
  statement: { template: STATEMENT_TEMPLATE, vocabulary: STATEMENT_VOCABULARY },
  shift_notice: { template: SHIFT_NOTICE_TEMPLATE, vocabulary: SHIFT_NOTICE_VOCABULARY },
  assignment_notice: { template: ASSIGNMENT_NOTICE_TEMPLATE, vocabulary: ASSIGNMENT_NOTICE_VOCABULARY },
} as const satisfies Record<string, { template: DocumentTemplate; vocabulary: Vocabulary<never> }>;
export type TemplateKind = keyof typeof TEMPLATES;
