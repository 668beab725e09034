import * as z from 'zod';
import { DECLINE_REASONS, requestMachine } from '#domain/negotiation/request.ts';
import { DEBT_REASONS, REQUEST_GAPS } from '#domain/negotiation/request-form.ts';
import { MAX_PAYMENTS, PLAN_KINDS } from '#domain/settlements/plan.ts';
import { CLOSE_REASONS } from '#domain/settlements/settlement.ts';
import { everyEmployee } from '../kernel/access.ts';
import { day, id, inn, instant, keysOf, oneLineText, reason, sum, sumOrNone, text, version } from '../kernel/fields.ts';
import { spreadsheet } from '../kernel/file.ts';
import { module, op } from '../kernel/op.ts';
import { Counts, countsQuery, exportQuery, listOf, listQuery } from '../kernel/page.ts';
import { History } from '../parties/verification.ts';
import { limitation, limitationShown } from '../registries/entry-parts.ts';
import { archivists, ownRequests, requestsOfAll } from './request-operations.ts';

const requestStatus = z.enum(requestMachine.statuses);
/** Kopecks in an answer. */
const amount = z.int();

/** How the debtor would like to pay; the terms themselves are bargained about later. */
const desiredPlan = z.strictObject({
  kind: z.enum(PLAN_KINDS),
  /** Beside what is paid at first. */
  payments: z.int().min(1).max(MAX_PAYMENTS),
  downPayment: sumOrNone.optional(),
  firstDate: day,
});

/** A request as lists show it. The debtor's ИНН is masked for those who may not see it whole. */
export const RequestRow = z.object({
  id: z.int(),
  number: z.string(),
  /** Which of the two began; some statuses read differently. */
  startedBy: z.enum(['individual', 'creditor']),
  status: requestStatus,
  individualId: z.int(),
  debtor: z.string(),
  debtorInn: z.string().nullable(),
  creditorInn: z.string(),
  creditorName: z.string().nullable(),
  /** The creditor on the platform, once the request has been handed to him. */
  legalEntityId: z.int().nullable(),
  registryId: z.int().nullable(),
  registryEntryId: z.int().nullable(),
  settlementId: z.int().nullable(),
  contractNumber: z.string().nullable(),
  contractDate: z.string().nullable(),
  /** As the debtor knows it, and as the creditor's registry has it. */
  claimedDebt: amount.nullable(),
  entryTotal: amount.nullable(),
  desiredAmount: amount.nullable(),
  /** The last working day of the creditor to answer. */
  answerBy: z.string().nullable(),
  closeReason: z.enum(keysOf(CLOSE_REASONS)).nullable(),
  /** Who has taken it back before any bargaining; null of any other request. */
  withdrawnBy: z.enum(['individual', 'operator']).nullable(),
  /** Something in its debtor's life stops what goes on in its settlement. */
  standsStill: z.boolean(),
  /** A payment of its settlement is late, and nothing stops it. */
  isLate: z.boolean(),
  archivedAt: instant.nullable(),
  createdAt: instant,
});

const Request = RequestRow.extend({
  issuedAmount: amount.nullable(),
  debtReason: z.enum(keysOf(DEBT_REASONS)).nullable(),
  desiredPlan: z
    .object({
      kind: z.enum(PLAN_KINDS),
      payments: z.int(),
      downPayment: amount.optional(),
      firstDate: z.string(),
    })
    .nullable(),
  comment: z.string().nullable(),
  /** What in the debtor's life leaves nothing to agree on, and whom to turn to; null while a request may go on. */
  stopped: z.string().nullable(),
  /** The limitation of the claim that has come for the request, to its author until he hands it over; null where none has. */
  limitation: limitation.nullable(),
  /** What keeps a draft from being sent on: its author's list of things to do. */
  gaps: z.array(z.enum(keysOf(REQUEST_GAPS))),
  /** Why the creditor to whom it was handed before has declined it. */
  declineReason: z.enum(keysOf(DECLINE_REASONS)).nullable(),
  declineComment: z.string().nullable(),
  /** The ИНН of the new creditor, where the debt has been ceded. */
  suggestedInn: z.string().nullable(),
  /** Buttons open to the viewer now. */
  moves: z.array(z.enum(['edit', 'withdraw', 'handOver', 'negotiate', 'decline', 'archive', 'restore'])),
  version: z.int(),
  updatedAt: instant,
});

/** What may be told beside the creditor; a draft holds as much as its author knows by now. */
const details = {
  creditorName: oneLineText(300).nullable(),
  contractNumber: oneLineText(64).nullable(),
  contractDate: day.nullable(),
  issuedAmount: sum.nullable(),
  claimedDebt: sum.nullable(),
  debtReason: z.enum(keysOf(DEBT_REASONS)).nullable(),
  desiredAmount: sum.nullable(),
  desiredPlan: desiredPlan.nullable(),
  comment: text(1000).nullable(),
};
const detailsByEntry = z.strictObject({
  debtReason: details.debtReason,
  desiredAmount: details.desiredAmount,
  desiredPlan: details.desiredPlan,
  comment: details.comment,
});

const filters = {
  status: z.array(requestStatus).max(7),
  archived: z.boolean(),
  createdFrom: day,
  createdTo: day,
};
const filtersOfCompany = { ...filters, individualId: id };
const filtersOfAll = { ...filters, legalEntityId: id };
const sorts = ['createdAt', 'answerBy'] as const;
const columns = [
  'number',
  'debtor',
  'debtorInn',
  'creditorName',
  'creditorInn',
  'contractNumber',
  'contractDate',
  'claimedDebt',
  'entryTotal',
  'desiredAmount',
  'status',
  'answerBy',
  'createdAt',
] as const;
const Requests = listOf(RequestRow);

const operators = { operator: ['all', 'administrator', 'manager', 'accountant', 'observer'] } as const;
const companyAndOperators = { employee: ['member', ...everyEmployee], ...operators } as const;
const onRequest = { id: 'individual', qid: 'request' } as const;
const onRequestPath = { id: 'individual', rid: 'request' } as const;

const kind = {
  words: {
    One: 'Заявка',
    it: 'заявку',
    Many: 'Заявки',
    counts: 'Сколько заявок всех физлиц в каждом статусе',
  },
  request: 'request',
  row: RequestRow,
  card: Request,
  filters,
  sorts,
} as const;

export const requests = module('requests', 'Заявки', {
  creditors: op('GET /api/individuals/{id}/creditors', {
    about: 'Найти кредитора на площадке',
    access: { individual: 'own' },
    on: { id: 'individual' },
    lists: [],
    query: z.strictObject({ q: text(200).min(2) }),
    /** A handful of verified creditors whose name or ИНН holds the words. */
    out: z.object({ items: z.array(z.object({ id: z.int(), inn: z.string(), name: z.string() })) }),
  }),
  ...ownRequests('/api/individuals/{id}/questionnaires', kind, {
    param: 'qid',
    sees: { individual: 'own', employee: ['counterparty', ...everyEmployee], ...operators },
    lists: { individual: 'own', ...operators },
    details,
    refusals: ['input.invalid', 'move.illegal'],
  }),
  createByEntry: op(
    'POST /api/individuals/{id}/questionnaires/create-by/legal-entity/{leId}/registry/{regId}/registry-entry/{entryId}',
    {
      about: 'Подать заявку по требованию из реестра',
      access: { individual: 'own' },
      on: { id: 'individual', leId: 'legalEntity', regId: 'registry', entryId: 'registryEntry' },
      body: detailsByEntry.partial().extend({ limitationShown }),
      out: Request,
      status: 201,
      errors: [
        'request.exists',
        'entry.frozen',
        'entry.settled',
        'request.impossible',
        'consent.needed',
        'move.illegal',
      ],
    },
  ),
  history: op('GET /api/individuals/{id}/questionnaires/{qid}/history', {
    about: 'История заявки',
    access: { individual: 'own', employee: ['counterparty', ...everyEmployee], ...operators },
    on: onRequest,
    out: History,
  }),
  update: op('PATCH /api/individuals/{id}/questionnaires/{qid}', {
    about: 'Изменить заявку',
    access: { individual: 'own' },
    on: onRequest,
    body: z.strictObject(details).partial().extend({
      creditorInn: inn.optional(),
      /** `false` saves a draft and no more: what lacks nothing waits until its author sends it. */
      send: z.boolean().optional(),
      version,
    }),
    out: Request,
    errors: ['version.stale', 'move.illegal', 'request.exists', 'input.invalid'],
  }),
  withdraw: op('DELETE /api/individuals/{id}/questionnaires/{qid}', {
    about: 'Отозвать заявку',
    access: { individual: 'own' },
    on: onRequest,
    errors: ['move.illegal'],
  }),
  negotiate: op('POST /api/individuals/{id}/questionnaires/{qid}/negotiate/{x}', {
    about: 'Передать заявку кредитору; кредитору — начать торги',
    access: { individual: 'own', employee: ['counterparty', 'head', 'manager'] },
    on: { id: 'individual', qid: 'request', x: 'legalEntity' },
    /**
     * The creditor names the claim that the request is about, unless it is known already; the debtor may name his. `limitationShown` is
     * asked of the debtor, where the claim is known.
     */
    body: z.strictObject({ registryEntryId: id.optional(), limitationShown, version }),
    out: Request,
    errors: ['version.stale', 'move.illegal', 'request.impossible', 'entry.frozen', 'entry.settled', 'consent.needed'],
  }),
  ofCompany: op('GET /api/legal-entities/{id}/individual-questionnaires', {
    about: 'Заявки к компании',
    access: companyAndOperators,
    on: { id: 'legalEntity' },
    lists: ['request'],
    query: listQuery(sorts, filtersOfCompany),
    out: Requests,
  }),
  ofCompanyCounts: op('GET /api/legal-entities/{id}/individual-questionnaires/counts', {
    about: 'Сколько заявок к компании в каждом статусе',
    access: companyAndOperators,
    on: { id: 'legalEntity' },
    lists: ['request'],
    query: countsQuery(filtersOfAll),
    out: Counts,
  }),
  ofCompanyExport: op('GET /api/legal-entities/{id}/individual-questionnaires/exports/excel', {
    about: 'Выгрузить заявки к компании таблицей',
    access: { employee: ['member', 'head', 'manager'], ...archivists },
    on: { id: 'legalEntity' },
    lists: ['request'],
    query: exportQuery(sorts, filters, columns),
    file: spreadsheet,
  }),
  decline: op('POST /api/legal-entities/{id}/individual-questionnaires/{qid}/decline', {
    about: 'Отклонить заявку: долг не наш, погашен или уступлен',
    access: { employee: ['member', 'head', 'manager'] },
    on: { id: 'legalEntity', qid: 'request' },
    toDebtor: ['comment'],
    body: z.strictObject({
      reason: z.enum(keysOf(DECLINE_REASONS)),
      newCreditorInn: inn.optional(),
      comment: text(1000).optional(),
      version,
    }),
    errors: ['version.stale', 'move.illegal'],
  }),
  ofRegistry: op('GET /api/legal-entities/{id}/registries/{r}/questionnaires', {
    about: 'Заявки по требованиям реестра',
    access: companyAndOperators,
    on: { id: 'legalEntity', r: 'registry' },
    lists: ['request'],
    query: listQuery(sorts, filters),
    out: Requests,
  }),
  getOfRegistry: op('GET /api/legal-entities/{id}/registries/{r}/questionnaires/{q}', {
    about: 'Заявка по требованию реестра',
    access: companyAndOperators,
    on: { id: 'legalEntity', r: 'registry', q: 'request' },
    out: Request,
  }),
  openFigures: op('GET /api/individual-questionnaires', {
    about: 'Открытые заявки в цифрах',
    access: 'anyone',
    out: z.object({
      /** Rounded down to fives, so that one person is never told from the figure. */
      open: z.int(),
      /** Open requests by the debt claimed; a band of fewer than five is left out. `upTo` in kopecks, null has no bound. */
      bands: z.array(z.object({ upTo: amount.nullable(), count: z.int() })),
    }),
  }),
});

/** The same seen across all people, by operators. */
export const allRequests = module('all-requests', 'Заявки всех физлиц', {
  ...requestsOfAll(
    '/internal/questionnaires/individuals',
    { ...kind, filters: filtersOfAll },
    { one: '/internal/questionnaires/individuals/{id}/request', sees: operators },
  ),
  withdraw: op('POST /internal/questionnaires/individuals/{id}/requests/{rid}/withdraw', {
    about: 'Закрыть заявку с причиной',
    access: archivists,
    on: onRequestPath,
    body: z.strictObject({ reason, version }),
    out: Request,
    errors: ['version.stale', 'move.illegal'],
  }),
  exportExcel: op('GET /internal/questionnaires/exports/excel/loan-requests', {
    about: 'Выгрузить заявки всех физлиц таблицей',
    access: archivists,
    query: exportQuery(sorts, filtersOfAll, columns),
    file: spreadsheet,
  }),
});
