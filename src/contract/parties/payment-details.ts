import * as z from 'zod';
import { PAYMENT_DETAIL_KINDS, type PaymentDetailKind } from '#domain/parties/payment-detail.ts';
import { type Access, everyEmployee, everyOperator, type Resource } from '../kernel/access.ts';
import { filledLineText, filledText, id, inn, instant, version } from '../kernel/fields.ts';
import { CodeSent, codeOfForm, oneTimeCode } from '../kernel/one-time-code.ts';
import { module, op, rights } from '../kernel/op.ts';

const kind = z.enum(Object.keys(PAYMENT_DETAIL_KINDS) as [PaymentDetailKind, ...PaymentDetailKind[]]);

const PaymentDetail = z.object({
  id: z.int(),
  kind,
  bankName: z.string(),
  bik: z.string().nullable(),
  corrAccount: z.string().nullable(),
  /** The account or the phone; «•••• 1234» for those who need no more. */
  number: z.string(),
  recipientName: z.string(),
  recipientInn: z.string().nullable(),
  isDefault: z.boolean(),
  /** Since when money may be sent there: since the owner has confirmed the details by a code. */
  verifiedAt: instant.nullable(),
  version: z.int(),
  createdAt: instant,
});
const PaymentDetails = z.object({ items: z.array(PaymentDetail) });

/** Which fields go together is told by the rules of the domain. */
const fields = {
  kind,
  bankName: filledLineText(200),
  bik: filledText(9).nullable(),
  corrAccount: filledText(20).nullable(),
  number: filledText(20),
  recipientName: filledLineText(300),
  recipientInn: inn.nullable(),
};
const added = z.strictObject({ ...fields, code: oneTimeCode });
const changed = z
  .strictObject({ ...fields, isDefault: z.literal(true) })
  .partial()
  .extend({ version, code: oneTimeCode });
const confirmed = z.strictObject({ version, code: oneTimeCode });
const coded = codeOfForm(
  z.discriminatedUnion('act', [
    added.omit({ code: true }).extend({ act: z.literal('add') }),
    changed.omit({ code: true }).extend({ act: z.literal('change'), detailId: id }),
    confirmed.omit({ code: true }).extend({ act: z.literal('confirm'), detailId: id }),
  ]),
);

interface Of<Sees extends Access, Changes extends Access, Adds extends Access, Confirms extends Access, Detail> {
  /** Whose details, in the words of the titles. */
  whose: string;
  owner: Resource;
  detail: Detail;
  sees: Sees;
  changes: Changes;
  adds: Adds;
  confirms: Confirms;
}

/** Where one kind of owner is paid to (docs/domain.md §6.2). Each change is confirmed by a code. */
function detailsOf<
  const Path extends string,
  const Sees extends Access,
  const Changes extends Access,
  const Adds extends Access,
  const Confirms extends Access,
  const Detail extends Resource,
>(path: Path, { whose, owner, detail, sees, changes, adds, confirms }: Of<Sees, Changes, Adds, Confirms, Detail>) {
  const on = { id: owner };
  const onOne = { id: owner, detailId: detail };
  return {
    list: op(`GET ${path}/payment-details`, { about: `Реквизиты ${whose}`, access: sees, on, out: PaymentDetails }),
    get: op(`GET ${path}/payment-details/{detailId}`, {
      about: `Одни реквизиты ${whose}`,
      access: sees,
      on: onOne,
      out: PaymentDetail,
    }),
    code: op(`POST ${path}/payment-details/code`, {
      about: `Получить код для изменения реквизитов ${whose}`,
      access: changes,
      vouched: true,
      on,
      body: coded,
      out: CodeSent,
      errors: ['input.invalid', 'object.absent'],
      limit: 'code',
    }),
    add: op(`POST ${path}/payment-details`, {
      about: `Добавить реквизиты ${whose}`,
      access: adds,
      on,
      body: added,
      out: PaymentDetail,
      status: 201,
      errors: ['input.invalid', 'code.wrong'],
    }),
    change: op(`PATCH ${path}/payment-details/{detailId}`, {
      about: `Изменить реквизиты ${whose}`,
      access: changes,
      vouched: true,
      on: onOne,
      body: changed,
      out: PaymentDetail,
      errors: ['input.invalid', 'code.wrong', 'version.stale'],
    }),
    confirm: op(`POST ${path}/payment-details/{detailId}/confirm`, {
      about: `Подтвердить реквизиты ${whose}`,
      access: confirms,
      on: onOne,
      body: confirmed,
      out: PaymentDetail,
      errors: ['code.wrong', 'version.stale', 'move.illegal'],
    }),
    /** No code: nothing can be paid to what is gone. */
    remove: op(`DELETE ${path}/payment-details/{detailId}`, {
      about: `Удалить реквизиты ${whose}`,
      access: confirms,
      on: onOne,
    }),
  };
}

const person = { individual: 'own' } as const;
const head = { employee: ['member', 'head'] } as const;
const bookkeeper = { employee: ['member', 'head', 'accountant'] } as const;
const operatorsSee = { operator: ['all', ...everyOperator] } as const;
/** Whoever appoints accountants holds what they hold: nobody hands out more than he has. */
const operatorsChange = { operator: ['all', 'administrator', 'accountant'] } as const;

export const individualDetails = module(
  'individual-details',
  'Реквизиты физлиц',
  detailsOf('/api/individuals/{id}', {
    whose: 'физлица',
    owner: 'individual',
    detail: 'individualDetail',
    sees: { ...person, ...operatorsSee },
    changes: { ...person, ...operatorsChange },
    adds: person,
    confirms: person,
  }),
);
export const companyDetails = module(
  'company-details',
  'Реквизиты юрлиц',
  detailsOf('/api/legal-entities/{id}', {
    whose: 'юрлица',
    owner: 'legalEntity',
    detail: 'companyDetail',
    sees: { employee: ['member', ...everyEmployee], ...operatorsSee },
    changes: { ...bookkeeper, ...operatorsChange },
    adds: bookkeeper,
    confirms: head,
  }),
);

/** Whether the number is shown whole; the owner always sees his own. */
export const paymentDetailRights = rights(companyDetails.list, {
  whole: {
    about: 'Видеть номер счёта целиком',
    access: {
      individual: 'own',
      employee: ['member', 'head', 'manager', 'accountant'],
      operator: ['all', 'administrator', 'manager', 'accountant'],
    },
  },
});
