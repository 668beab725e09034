import * as z from 'zod';
import { simpleRequestMachine } from '#domain/negotiation/simple-request.ts';
import { declaredClaimMachine } from '#domain/registries/registry-entry.ts';
import { id, instant, oneLineText, sum, version } from '../kernel/fields.ts';
import { module, op } from '../kernel/op.ts';
import { listOf, listQuery } from '../kernel/page.ts';
import { ownRequests, requestsOfAll } from './request-operations.ts';

const stage = z.enum(declaredClaimMachine.statuses);

/**
 * A simple request: a debtor names his creditor before the creditor has named him. A creditor sees who it is only when
 * the debtor lets him (docs/domain.md §7.4).
 */
const SimpleRequest = z.object({
  id: z.int(),
  individualId: z.int(),
  debtor: z.string(),
  debtorInn: z.string().nullable(),
  creditorInn: z.string(),
  creditorName: z.string().nullable(),
  /** Kopecks, as the debtor remembers. */
  approxDebt: z.int().nullable(),
  /** Whether the creditor may know who it is. */
  disclosed: z.boolean(),
  /** How the search goes; the status comes with a settlement. */
  stage,
  status: z.enum(simpleRequestMachine.statuses).nullable(),
  legalEntityId: z.int().nullable(),
  /** The claim that has come for it, and its registry. */
  registryId: z.int().nullable(),
  registryEntryId: z.int().nullable(),
  /** When the creditor has said that the debtor is not his; null once he is told again or has sent a claim. */
  declinedAt: instant.nullable(),
  archivedAt: instant.nullable(),
  createdAt: instant,
  /** Buttons open to the viewer now. */
  moves: z.array(z.enum(['edit', 'remove', 'giveUp', 'archive', 'restore'])),
  version: z.int(),
});

const details = { creditorName: oneLineText(300).nullable(), approxDebt: sum.nullable(), disclosed: z.boolean() };
const filters = { stage: z.array(stage).max(3), archived: z.boolean() };
const filtersOfAll = { ...filters, legalEntityId: id };
const sorts = ['createdAt'] as const;

const operators = { operator: ['all', 'administrator', 'manager', 'observer'] } as const;
const onOwn = { id: 'individual', rid: 'simpleRequest' } as const;

const kind = {
  words: {
    One: 'Упрощённая заявка',
    it: 'упрощённую заявку',
    Many: 'Упрощённые заявки',
    counts: 'Сколько упрощённых заявок на каждом шаге поиска',
  },
  request: 'simpleRequest',
  row: SimpleRequest,
  card: SimpleRequest,
  filters,
  sorts,
} as const;
const ofAll = requestsOfAll(
  '/internal/questionnaires/individuals/simple-requests',
  { ...kind, filters: filtersOfAll },
  { one: '/internal/questionnaires/individuals/{id}/simple-request', sees: operators },
);

export const simpleRequests = module('simple-requests', 'Упрощённые заявки', {
  ...ownRequests('/api/individuals/{id}/simple-requests', kind, {
    param: 'rid',
    sees: { individual: 'own', ...operators },
    lists: { individual: 'own', ...operators },
    details,
    refusals: ['move.illegal'],
  }),
  update: op('PATCH /api/individuals/{id}/simple-requests/{rid}', {
    about: 'Изменить упрощённую заявку',
    access: { individual: 'own' },
    on: onOwn,
    body: z.strictObject(details).partial().extend({ version }),
    out: SimpleRequest,
    errors: ['version.stale', 'move.illegal'],
  }),
  remove: op('DELETE /api/individuals/{id}/simple-requests/{rid}', {
    about: 'Удалить упрощённую заявку',
    access: { individual: 'own' },
    on: onOwn,
    errors: ['move.illegal'],
  }),
  ofCompany: op('GET /api/legal-entities/{id}/simple-requests', {
    about: 'Упрощённые заявки к компании',
    access: { employee: ['member', 'head', 'manager', 'observer'], ...operators },
    on: { id: 'legalEntity' },
    lists: ['simpleRequest'],
    query: listQuery(sorts, filters),
    out: listOf(SimpleRequest),
  }),
  giveUp: op('POST /api/legal-entities/{id}/simple-requests/{rid}/give-up', {
    about: 'Ответить, что заёмщик не наш',
    access: { employee: ['member', 'head', 'manager'] },
    on: { id: 'legalEntity', rid: 'simpleRequest' },
    body: z.strictObject({ version }),
    errors: ['version.stale', 'move.illegal'],
  }),
  listOfAll: ofAll.list,
  countsOfAll: ofAll.counts,
  getOfAll: ofAll.get,
  archive: ofAll.archive,
  restore: ofAll.restore,
});
