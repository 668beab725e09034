import * as z from 'zod';
import { DECISIONS } from '#domain/negotiation/decision.ts';
import { everyEmployee } from '../kernel/access.ts';
import { instant, sum } from '../kernel/fields.ts';
import { CodeSent, codeOfForm, oneTimeCode } from '../kernel/one-time-code.ts';
import { module, op } from '../kernel/op.ts';
import { band, days } from './policy-band.ts';
import { penalty, plan, ScheduleRow, Step } from './settlement-card.ts';

const bands = z.array(band).max(50);

const Policy = z.object({
  /** 0 while the creditor has no conditions: everything is decided by hand. */
  version: z.int(),
  bands: z.array(z.object(band.shape)),
  author: z.string().nullable(),
  createdAt: instant.nullable(),
  /** Whether whoever has published them may conclude agreements today; without it they answer nothing. */
  isSigned: z.boolean(),
  /** Whether he may change and end them today, without which the rule of termination ends nothing; null where no band has the rule. */
  isRuleSigned: z.boolean().nullable(),
  /** Why the viewer may not publish them; null while nothing is missing, and for who only looks. */
  cannotPublish: z.string().nullable(),
});

const Simulated = z.object({
  /** The place of the band in the matrix that answers for such a debt; null when none does. */
  band: z.int().nullable(),
  decision: z.enum(DECISIONS).nullable(),
  steps: z.array(Step),
  /** The terms with which the conditions answer. */
  counter: z.object({ amount: z.int(), rows: z.array(ScheduleRow) }).nullable(),
  /** What a late payment would cost by an agreement on this example; null is nothing. */
  penalty,
  /** How many of the creditor's open claims each band answers for, in the order of the matrix, and how many none does. */
  claims: z.array(z.int()),
  uncovered: z.int(),
});

const ofCompany = { id: 'legalEntity' } as const;
/** `version` is that of the conditions which are replaced, 0 when there are none; they sign in the company's name. */
const replacing = z.strictObject({ bands, version: z.int().min(0), code: oneTimeCode });

export const policy = module('policy', 'Условия кредитора', {
  get: op('GET /api/legal-entities/{id}/policy', {
    about: 'Условия, на которых компания договаривается',
    access: { employee: ['member', ...everyEmployee], operator: ['all', 'administrator', 'manager', 'observer'] },
    on: ofCompany,
    out: Policy,
  }),
  replace: op('PUT /api/legal-entities/{id}/policy', {
    about: 'Заменить условия компании',
    access: { employee: ['member', 'head'] },
    on: ofCompany,
    body: replacing,
    out: Policy,
    errors: ['version.stale', 'input.invalid', 'code.wrong', 'rules.needed', 'authority.needed'],
  }),
  publishingCode: op('POST /api/legal-entities/{id}/policy/signing-code', {
    about: 'Получить код для публикации условий',
    access: { employee: ['member', 'head'] },
    on: ofCompany,
    body: codeOfForm(replacing.omit({ code: true })),
    out: CodeSent,
    errors: ['input.invalid', 'authority.needed'],
    limit: 'code',
  }),
  simulate: op('POST /api/legal-entities/{id}/policy/simulate', {
    about: 'Проверить условия на примере',
    access: { employee: ['member', 'head', 'manager', 'observer'] },
    on: ofCompany,
    body: z.strictObject({ bands, dpd: days, debt: sum, plan }),
    out: Simulated,
    errors: ['input.invalid'],
  }),
});
