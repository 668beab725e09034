import * as z from 'zod';
import { ALL_SIGNING_ACTS, powerOfAttorneyMachine } from '#domain/parties/signing-right.ts';
import { day, filledLineText, instant, nothingElse, reason, version } from '../kernel/fields.ts';
import { paper, paperKinds, scanStates } from '../kernel/file.ts';
import { module, op } from '../kernel/op.ts';

const scope = z.array(z.enum(ALL_SIGNING_ACTS));

/** A power of attorney as the cards show it: what it lets its holder sign, and from when to when. */
const PowerOfAttorney = z.object({
  id: z.int(),
  legalEntityId: z.int(),
  company: z.string(),
  membershipId: z.int(),
  number: z.string(),
  issuedOn: z.string(),
  validUntil: z.string(),
  scope,
  status: z.enum(powerOfAttorneyMachine.statuses),
  /** In force today; one that is given may have its first day before it, or its last behind. */
  isInForce: z.boolean(),
  /** Its scan, in the company's folder of them; null of one entered before scans were asked for, and where it was taken away. */
  file: z.object({ id: z.int(), name: z.string(), type: z.enum(paperKinds), scan: z.enum(scanStates) }).nullable(),
  createdAt: instant,
  createdBy: z.string().nullable(),
  revokedAt: instant.nullable(),
  revokedBy: z.string().nullable(),
  revokeReason: z.string().nullable(),
  version: z.int(),
});
const PowersOfAttorney = z.object({ items: z.array(PowerOfAttorney) });

const onEmployee = { id: 'legalEntity', employeeId: 'membership' } as const;
const onPower = { ...onEmployee, powerId: 'powerOfAttorney' } as const;
const keepers = { employee: ['member', 'head'] } as const;

/** By what right employees sign for their companies. `{employeeId}` is the place in the company, as with employees. */
export const powersOfAttorney = module('powers-of-attorney', 'Доверенности сотрудников', {
  own: op('GET /api/powers-of-attorney', {
    about: 'Свои доверенности',
    access: { employee: 'own' },
    lists: ['powerOfAttorney'],
    out: PowersOfAttorney,
  }),
  list: op('GET /api/legal-entities/{id}/employees/{employeeId}/powers-of-attorney', {
    about: 'Доверенности сотрудника',
    access: { employee: ['member', 'head', 'manager'], operator: ['all', 'administrator', 'manager', 'observer'] },
    on: onEmployee,
    lists: ['powerOfAttorney'],
    out: PowersOfAttorney,
  }),
  add: op('POST /api/legal-entities/{id}/employees/{employeeId}/powers-of-attorney', {
    about: 'Занести доверенность сотрудника',
    access: keepers,
    on: onEmployee,
    body: z.strictObject({
      number: filledLineText(100),
      issuedOn: day,
      validUntil: day,
      scope: scope.min(1, 'Отметьте хотя бы одно право').max(ALL_SIGNING_ACTS.length),
    }),
    /** Its scan: what nobody can look at proves nothing. */
    upload: paper,
    out: PowerOfAttorney,
    status: 201,
    errors: ['input.invalid', 'move.illegal', 'company.blocked', 'quota.exceeded'],
  }),
  attach: op('PUT /api/legal-entities/{id}/employees/{employeeId}/powers-of-attorney/{powerId}/file', {
    about: 'Заменить скан доверенности',
    access: keepers,
    on: onPower,
    body: nothingElse,
    upload: paper,
    out: PowerOfAttorney,
    errors: ['input.invalid', 'move.illegal', 'quota.exceeded'],
  }),
  revoke: op('POST /api/legal-entities/{id}/employees/{employeeId}/powers-of-attorney/{powerId}/revoke', {
    about: 'Отозвать доверенность',
    access: keepers,
    on: onPower,
    body: z.strictObject({ reason, version }),
    out: PowerOfAttorney,
    errors: ['move.illegal', 'version.stale'],
  }),
});
