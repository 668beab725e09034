import * as z from 'zod';
import { CERTIFICATE_KINDS, certificateRequestMachine, ISSUED_BY } from '#domain/settlements/certificate-request.ts';
import { everyEmployee } from '../kernel/access.ts';
import { day, instant, keysOf, textHash } from '../kernel/fields.ts';
import { CodeSent, codeOfText, oneTimeCode } from '../kernel/one-time-code.ts';
import { module, op } from '../kernel/op.ts';
import { listOf, unsearchedListQuery } from '../kernel/page.ts';
import { DocumentText } from './document-text.ts';

const kind = z.enum(keysOf(CERTIFICATE_KINDS));
const status = z.enum(certificateRequestMachine.statuses);

/** A certificate that is owed, or was issued. */
const CertificateRequest = z.object({
  id: z.int(),
  kind,
  status,
  settlementId: z.int(),
  settlement: z.string(),
  legalEntityId: z.int(),
  creditor: z.string(),
  debtor: z.string(),
  /** Of a statement: on which day the debt is told. */
  debtOn: z.string().nullable(),
  askedAt: instant,
  /** The last day in time, by the production calendar; whether it has passed without the paper, or did before it came. */
  dueOn: z.string(),
  late: z.boolean(),
  issuedAt: instant.nullable(),
  documentId: z.int().nullable(),
  /** By what it was issued; null until then. */
  issuedBy: z.enum(keysOf(ISSUED_BY)).nullable(),
  /** It can be signed: what it says will not change any more. */
  ready: z.boolean(),
});

const Rule = z.object({
  /** Of its text. */
  version: z.int(),
  text: z.array(z.string()),
  /** The fingerprint of the text for this company. */
  sha256: z.string(),
  /** Who has signed it for the company and when; null while certificates are signed one by one. */
  signed: z.object({ signer: z.string(), signedAt: instant, operationCode: z.string() }).nullable(),
});

const watchers = {
  employee: ['member', ...everyEmployee],
  operator: ['all', 'administrator', 'manager', 'accountant', 'observer'],
} as const;
const head = { employee: ['member', 'head'] } as const;
const ofCompany = { id: 'legalEntity' } as const;
const ofRequest = { id: 'legalEntity', x: 'certificateRequest' } as const;
const statementForm = z.strictObject({ on: day });

export const certificates = module('certificates', 'Справки', {
  list: op('GET /api/certificate-requests', {
    about: 'Справки, которые кредиторы должны и выдали',
    access: watchers,
    lists: ['certificateRequest'],
    query: unsearchedListQuery(['dueOn'], {
      kind: z.array(kind).max(2),
      status: z.array(status).max(3),
      late: z.boolean(),
    }),
    out: listOf(CertificateRequest),
  }),
  ofSettlement: op('GET /api/loans/{id}/certificate-requests', {
    about: 'Справки по урегулированию',
    access: { individual: 'own', ...watchers },
    on: { id: 'settlement' },
    lists: ['certificateRequest'],
    out: z.object({ items: z.array(CertificateRequest) }),
  }),
  askByDebtor: op('POST /api/individuals/{id}/loans/{x}/statements', {
    about: 'Попросить справку о состоянии долга',
    access: { individual: 'own' },
    on: { id: 'individual', x: 'settlement' },
    body: statementForm,
    out: CertificateRequest,
    errors: ['document.absent', 'move.illegal', 'input.invalid'],
  }),
  askByCreditor: op('POST /api/legal-entities/{id}/loans/{x}/statements', {
    about: 'Составить справку о состоянии долга заёмщика',
    access: { employee: ['member', 'head', 'manager', 'accountant'] },
    on: { id: 'legalEntity', x: 'settlement' },
    body: statementForm,
    out: CertificateRequest,
    errors: ['document.absent', 'move.illegal', 'input.invalid'],
  }),
  text: op('GET /api/legal-entities/{id}/certificate-requests/{x}/text', {
    about: 'Прочитать справку до подписи',
    access: head,
    on: ofRequest,
    out: DocumentText,
    errors: ['move.illegal', 'document.absent'],
  }),
  code: op('POST /api/legal-entities/{id}/certificate-requests/{x}/signing-code', {
    about: 'Получить код подписи справки',
    access: head,
    on: ofRequest,
    body: codeOfText,
    out: CodeSent,
    errors: ['rules.needed', 'authority.needed'],
    limit: 'code',
  }),
  sign: op('POST /api/legal-entities/{id}/certificate-requests/{x}/sign', {
    about: 'Подписать и выдать справку',
    access: head,
    on: ofRequest,
    /** The hash is of the text that was read. */
    body: z.strictObject({ textHash, code: oneTimeCode }),
    out: CertificateRequest,
    errors: ['move.illegal', 'document.absent', 'version.stale', 'code.wrong', 'rules.needed', 'authority.needed'],
  }),
  rule: op('GET /api/legal-entities/{id}/certificate-rule', {
    about: 'Правило, по которому справки подписываются сами',
    access: { employee: ['member', ...everyEmployee], operator: ['all', 'administrator', 'manager', 'observer'] },
    on: ofCompany,
    out: Rule,
  }),
  ruleCode: op('POST /api/legal-entities/{id}/certificate-rule/signing-code', {
    about: 'Получить код подписи правила о справках',
    access: head,
    on: ofCompany,
    body: codeOfText,
    out: CodeSent,
    errors: ['rules.needed', 'authority.needed'],
    limit: 'code',
  }),
  signRule: op('POST /api/legal-entities/{id}/certificate-rule', {
    about: 'Подписать правило: справки выдаются и подписываются сами',
    access: head,
    on: ofCompany,
    /** The version and the fingerprint of the text that was read. */
    body: z.strictObject({ version: z.int().min(1), textHash, code: oneTimeCode }),
    out: Rule,
    errors: ['move.illegal', 'version.stale', 'code.wrong', 'rules.needed', 'authority.needed'],
  }),
  revokeRule: op('POST /api/legal-entities/{id}/certificate-rule/revoke', {
    about: 'Отозвать правило о справках',
    access: head,
    on: ofCompany,
    out: Rule,
    errors: ['move.illegal'],
  }),
});
