import * as z from 'zod';
import { OPERATING_FIELDS, OPERATING_KINDS } from '#domain/settings/operating-company.ts';
import { instant, keysOf, oneLineText, text, version } from '../kernel/fields.ts';
import { module, op, rights } from '../kernel/op.ts';
import { approvals } from './approvals.ts';

const { name, ogrn, inn, address, licence, phone, email } = OPERATING_FIELDS;

/** What is wrong with a field the domain says, for a command says it as a form does (docs/decisions/0097). */
const form = {
  kind: z.enum(keysOf(OPERATING_KINDS)),
  name: oneLineText(name.most),
  ogrn: text(ogrn.most),
  inn: text(inn.most),
  address: oneLineText(address.most),
  licence: oneLineText(licence.most).nullable(),
  phone: text(phone.most),
  email: text(email.most),
};

const Company = z.object({
  name: z.string(),
  ogrn: z.string(),
  inn: z.string(),
  address: z.string(),
  licence: z.string().nullable(),
  phone: z.string(),
  email: z.string(),
});

/** A change that somebody has proposed, and what became of it. */
const Change = z.object({
  id: z.int(),
  kind: form.kind,
  name: z.string(),
  status: z.enum(['pending', 'approved', 'rejected', 'expired']),
  maker: z.string(),
  decidedBy: z.string().nullable(),
  /** Why it has ended without a decision, where its maker may not propose it any more. */
  endedWhy: z.string().nullable(),
  createdAt: instant,
});

const keepers = { operator: ['all', 'administrator'] } as const;

export const operatingCompanies = module('operating-companies', 'Кто ведёт площадку', {
  named: op('GET /api/operating-companies', {
    about: 'Кто ведёт площадку и через кого идут деньги',
    access: 'anyone',
    out: z.object({ platform: Company, rnko: Company }),
  }),
  list: op('GET /internal/operating-companies', {
    about: 'Сведения о компании-операторе и РНКО и предложенные изменения',
    access: keepers,
    out: z.object({
      items: z.array(Company.extend({ kind: form.kind, version: z.int() })),
      changes: z.array(Change),
    }),
  }),
  propose: op('POST /internal/operating-companies', {
    about: 'Предложить изменить сведения о компании-операторе или РНКО',
    access: keepers,
    body: z.strictObject({ ...form, version }),
    errors: ['input.invalid', 'move.illegal', 'version.stale'],
  }),
});

export const operatingCompanyApprovalRights = rights(approvals.decide, {
  operatingCompany: {
    about: 'Решать о сведениях о площадке',
    access: { operator: ['all', 'administrator', 'manager'] },
  },
});
