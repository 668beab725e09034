import * as z from 'zod';
import { simpleRequestMachine } from '#domain/negotiation/simple-request.ts';
import { declaredClaimMachine } from '#domain/registries/registry-entry.ts';
import { id, inn, instant, sum, text, version } from '../kernel/fields.ts';
import { module, op } from '../kernel/op.ts';
import { Counts, countsQuery, listOf, listQuery } from '../kernel/page.ts';

const stage = z.enum(declaredClaimMachine.statuses);

/**
 * A simple request: a debtor names his creditor before the creditor has named him. A creditor sees who it is only when
 * the debtor lets him (docs/domain.md §7.4).
 */
export const SimpleRequest = z.object({
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
  archivedAt: instant.nullable(),
  createdAt: instant,
  /** Buttons open to the viewer now. */
  moves: z.array(z.enum(['edit', 'remove', 'giveUp', 'archive', 'restore'])),
  version: z.int(),
});

const details = { creditorName: text(300).nullable(), approxDebt: sum.nullable(), disclosed: z.boolean() };
const filters = { stage: z.array(stage).max(3), archived: z.boolean() };
const filtersOfAll = { ...filters, legalEntityId: id };
const sorts = ['createdAt'] as const;
const SimpleRequests = listOf(SimpleRequest);

const operators = { operator: ['all', 'administrator', 'manager', 'observer'] } as const;
const archivists = { operator: ['all', 'administrator', 'manager'] } as const;
const onOwn = { id: 'individual', rid: 'simpleRequest' } as const;

export const simpleRequests = module('simple-requests', 'Упрощённые заявки', {
  create: op('POST /api/individuals/{id}/simple-requests', {
    about: 'Подать упрощённую заявку',
    access: { individual: 'own' },
    on: { id: 'individual' },
    body: z.strictObject(details).partial().extend({ creditorInn: inn }),
    out: SimpleRequest,
    status: 201,
    errors: ['request.exists', 'consent.needed'],
  }),
  list: op('GET /api/individuals/{id}/simple-requests', {
    about: 'Упрощённые заявки физлица',
    access: { individual: 'own', ...operators },
    on: { id: 'individual' },
    lists: ['simpleRequest'],
    query: listQuery(sorts, filters),
    out: SimpleRequests,
  }),
  get: op('GET /api/individuals/{id}/simple-requests/{rid}', {
    about: 'Упрощённая заявка',
    access: { individual: 'own', ...operators },
    on: onOwn,
    out: SimpleRequest,
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
    out: SimpleRequests,
  }),
  giveUp: op('POST /api/legal-entities/{id}/simple-requests/{rid}/give-up', {
    about: 'Ответить, что заёмщик не наш',
    access: { employee: ['member', 'head', 'manager'] },
    on: { id: 'legalEntity', rid: 'simpleRequest' },
    body: z.strictObject({ version }),
    errors: ['version.stale', 'move.illegal'],
  }),
  listOfAll: op('GET /internal/questionnaires/individuals/simple-requests', {
    about: 'Упрощённые заявки всех физлиц',
    access: operators,
    query: listQuery(sorts, filtersOfAll),
    out: SimpleRequests,
  }),
  countsOfAll: op('GET /internal/questionnaires/individuals/simple-requests/counts', {
    about: 'Сколько упрощённых заявок на каждом шаге поиска',
    access: operators,
    query: countsQuery(filtersOfAll),
    out: Counts,
  }),
  getOfAll: op('GET /internal/questionnaires/individuals/{id}/simple-request/{rid}', {
    about: 'Упрощённая заявка физлица',
    access: operators,
    on: onOwn,
    out: SimpleRequest,
  }),
  archive: op('POST /internal/questionnaires/individuals/{id}/simple-requests/{rid}/archive', {
    about: 'Убрать упрощённую заявку в архив',
    access: archivists,
    on: onOwn,
    body: z.strictObject({ version }),
    out: SimpleRequest,
    errors: ['version.stale', 'move.illegal'],
  }),
  restore: op('POST /internal/questionnaires/individuals/{id}/simple-requests/{rid}/restore', {
    about: 'Вернуть упрощённую заявку из архива',
    access: archivists,
    on: onOwn,
    body: z.strictObject({ version }),
    out: SimpleRequest,
    errors: ['version.stale', 'move.illegal', 'request.exists'],
  }),
});
