import * as z from 'zod';
import { nothingElse } from '../kernel/fields.ts';
import { module, op } from '../kernel/op.ts';
import { listOf, unsearchedListQuery } from '../kernel/page.ts';
import { rejection } from './entry-parts.ts';
import { OwnClaim, OwnClaimCard } from './registry-entries.ts';

/** The claims of one person. */
export const claims = module('claims', 'Требования к физлицу', {
  list: op('GET /api/individuals/{id}/registry-entries', {
    about: 'Требования к физлицу',
    access: { individual: 'own', operator: ['all', 'administrator', 'manager', 'accountant', 'observer'] },
    on: { id: 'individual' },
    query: unsearchedListQuery(['createdAt', 'total'], { frozen: z.boolean() }),
    out: listOf(OwnClaim),
  }),
  get: op('GET /api/individuals/{id}/registry-entries/{e}', {
    about: 'Требование к физлицу',
    access: { individual: 'own', operator: ['all', 'administrator', 'manager', 'accountant', 'observer'] },
    on: { id: 'individual', e: 'registryEntry' },
    out: OwnClaimCard,
  }),
  reject: op('POST /api/individuals/{id}/registry-entries/{e}/reject', {
    about: 'Отклонить требование из реестра с причиной',
    access: { individual: 'own' },
    on: { id: 'individual', e: 'registryEntry' },
    body: rejection,
    out: OwnClaimCard,
    errors: ['version.stale', 'move.illegal', 'entry.frozen', 'entry.settled'],
  }),
  /** Whatever is agreed about the claim: what he says gives him back what the stage takes, until its writ is attached. */
  denyBailiffs: op('POST /api/individuals/{id}/registry-entries/{e}/no-bailiffs', {
    about: 'Сказать, что приставов по долгу нет',
    access: { individual: 'own' },
    on: { id: 'individual', e: 'registryEntry' },
    body: nothingElse,
    out: OwnClaimCard,
    errors: ['move.illegal'],
    limit: 'mark',
  }),
  recallDenial: op('DELETE /api/individuals/{id}/registry-entries/{e}/no-bailiffs', {
    about: 'Взять назад слова, что приставов по долгу нет',
    access: { individual: 'own' },
    on: { id: 'individual', e: 'registryEntry' },
    out: OwnClaimCard,
    errors: ['move.illegal'],
    limit: 'mark',
  }),
});
