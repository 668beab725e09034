import * as z from 'zod';
import {
  ENTERED_KINDS,
  LIFE_EFFECTS,
  LIFE_EVENTS,
  lifeEventMachine,
  NOT_BEGUN,
  OWN_KINDS,
} from '#domain/parties/life-event.ts';
import { LIFE_OUTCOMES } from '#domain/parties/life-outcome.ts';
import { day, instant, keysOf, reason, text } from '../kernel/fields.ts';
import { anyFile, paper } from '../kernel/file.ts';
import { module, op, rights } from '../kernel/op.ts';
import { approvals } from '../platform/approvals.ts';

/** What has happened in a debtor's life, with what it stops in words. */
export const LifeEvent = z.object({
  id: z.int(),
  kind: z.enum(keysOf(LIFE_EVENTS)),
  /** «Банкротство через суд с 12.10.2026» */
  title: z.string(),
  since: z.string(),
  /** The last day; null while it is not known. */
  until: z.string().nullable(),
  /** Of a pause: for how many months the payments move. */
  months: z.int().nullable(),
  status: z.enum(lifeEventMachine.statuses),
  /** Of a pause that is refused though nobody has said no: why it does not begin. */
  notBegun: z.enum(keysOf(NOT_BEGUN)).nullable(),
  side: z.enum(['operator', 'creditor', 'individual']),
  /** The agreement that it is about; null for all debts of the person. */
  settlementId: z.int().nullable(),
  settlement: z.string().nullable(),
  /** For what holidays were taken by right; null of all else. */
  ground: z.string().nullable(),
  /** The case of a bankruptcy through a court, where the comment names it; it is public. */
  caseNo: z.string().nullable(),
  comment: z.string().nullable(),
  /** What its end means for the debts; null while it has not ended, and of what ended before anybody was asked. */
  outcome: z.enum(keysOf(LIFE_OUTCOMES)).nullable(),
  /** Why it was refused, ended or objected to. */
  reason: z.string().nullable(),
  /** Operators alone see by name who has entered and who has confirmed it. */
  enteredBy: z.string().nullable(),
  decidedBy: z.string().nullable(),
  createdAt: instant,
  decidedAt: instant.nullable(),
  endedAt: instant.nullable(),
  objectedAt: instant.nullable(),
  /** Whether the viewer may open its document. */
  hasProof: z.boolean(),
  stops: z.array(z.string()),
  goes: z.array(z.string()),
  /** Effect by effect, by which law or rule of the platform, in plain words. */
  rules: z.array(z.object({ effect: z.enum(keysOf(LIFE_EFFECTS)), stops: z.boolean(), by: z.string() })),
  /** What the mere word of its debtor stops today, and to which day at most; null of all else. */
  stated: z.object({ until: z.string(), stops: z.array(z.string()) }).nullable(),
  /** What the viewer may do about it now. */
  moves: z.array(z.enum(['end', 'reopen'])),
});
const LifeEvents = z.object({ items: z.array(LifeEvent) });

const keepers = { operator: ['all', 'administrator', 'manager', 'verifier'] } as const;
const entered = {
  body: z.strictObject({ kind: z.enum(ENTERED_KINDS), since: day, comment: text(500).optional() }),
  upload: paper,
  out: LifeEvents,
} as const;

export const lifeEvents = module('life-events', 'Обстоятельства заёмщиков', {
  list: op('GET /api/individuals/{id}/life-events', {
    about: 'Обстоятельства физлица',
    access: { individual: 'own', operator: ['all', 'administrator', 'manager', 'verifier', 'accountant', 'observer'] },
    on: { id: 'individual' },
    lists: ['lifeEvent'],
    out: LifeEvents,
  }),
  enter: op('POST /internal/individuals/{id}/life-events', {
    about: 'Внести обстоятельство физлица с документом',
    access: keepers,
    on: { id: 'individual' },
    ...entered,
    // What operators keep about a person takes nobody's room.
    errors: ['input.invalid', 'move.illegal'],
  }),
  enterByDebtor: op('POST /api/individuals/{id}/life-events', {
    about: 'Сообщить о своём обстоятельстве с документом',
    access: { individual: 'own' },
    on: { id: 'individual' },
    ...entered,
    body: entered.body.extend({ kind: z.enum(OWN_KINDS) }),
    errors: ['input.invalid', 'move.illegal', 'quota.exceeded', 'consent.needed'],
  }),
  enterByCreditor: op('POST /api/legal-entities/{id}/loans/{x}/life-events', {
    about: 'Сообщить об обстоятельстве заёмщика с документом',
    access: { employee: ['member', 'head', 'manager'] },
    on: { id: 'legalEntity', x: 'settlement' },
    ...entered,
    errors: ['input.invalid', 'move.illegal', 'quota.exceeded'],
  }),
  end: op('POST /internal/individuals/{id}/life-events/{x}/end', {
    about: 'Предложить завершить обстоятельство физлица',
    access: keepers,
    on: { id: 'individual', x: 'lifeEvent' },
    body: z.strictObject({
      reason,
      /** Of a bankruptcy alone there is a choice. */
      outcome: z.enum(keysOf(LIFE_OUTCOMES)).optional(),
      /** Of which claims he is not freed though he is of all others. */
      keptClaims: z.array(z.int().positive()).max(500).optional(),
    }),
    out: LifeEvents,
    errors: ['move.illegal', 'input.invalid'],
  }),
  reopen: op('POST /internal/individuals/{id}/life-events/{x}/reopening', {
    about: 'Предложить снова открыть основание каникул',
    access: keepers,
    on: { id: 'individual', x: 'lifeEvent' },
    body: z.strictObject({ reason }),
    out: LifeEvents,
    errors: ['move.illegal'],
  }),
  claims: op('GET /internal/individuals/{id}/life-events/{x}/claims', {
    about: 'Долги физлица, возникшие до обстоятельства',
    access: keepers,
    on: { id: 'individual', x: 'lifeEvent' },
    out: z.object({
      items: z.array(
        z.object({
          id: z.int(),
          creditor: z.string(),
          contractNumber: z.string(),
          contractDate: z.string(),
          total: z.int(),
          settlement: z.string().nullable(),
        }),
      ),
    }),
  }),
  proof: op('GET /api/life-events/{id}/proof', {
    about: 'Скачать документ об обстоятельстве',
    /** Papers of an illness or an income are for those who answer by them, and nobody else of the company. */
    access: { individual: 'own', employee: ['member', 'head', 'manager'], ...keepers },
    on: { id: 'lifeEvent' },
    file: anyFile,
  }),
});

export const lifeEventApprovalRights = rights(approvals.decide, {
  lifeEvent: {
    about: 'Решать об обстоятельствах заёмщиков',
    access: { operator: ['all', 'administrator', 'manager'] },
  },
});
