import * as z from 'zod';
import { PAYMENT_DETAIL_KINDS, type PaymentDetailKind } from '#domain/payment-detail.ts';
import { everyEmployee, everyOperator } from './kernel/access.ts';
import { filled, inn, instant, version } from './kernel/fields.ts';
import { CodeSent, oneTimeCode } from './kernel/one-time-code.ts';
import { module, op, rights } from './kernel/op.ts';

const kind = z.enum(Object.keys(PAYMENT_DETAIL_KINDS) as [PaymentDetailKind, ...PaymentDetailKind[]]);

export const PaymentDetail = z.object({
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
  bankName: filled(200),
  bik: filled(9).nullable(),
  corrAccount: filled(20).nullable(),
  number: filled(20),
  recipientName: filled(300),
  recipientInn: inn.nullable(),
};
const added = z.strictObject({ ...fields, code: oneTimeCode });
const changed = z
  .strictObject({ ...fields, isDefault: z.literal(true) })
  .partial()
  .extend({ version, code: oneTimeCode });
const confirmed = z.strictObject({ version, code: oneTimeCode });

const ofPerson = { id: 'individual' } as const;
const onePersons = { id: 'individual', detailId: 'individualDetail' } as const;
const ofCompany = { id: 'legalEntity' } as const;
const oneCompanys = { id: 'legalEntity', detailId: 'companyDetail' } as const;
const personSees = { individual: 'own', operator: ['all', ...everyOperator] } as const;
const personChanges = { individual: 'own', operator: ['all', 'accountant'] } as const;
const companySees = { employee: ['member', ...everyEmployee], operator: ['all', ...everyOperator] } as const;
const companyAdds = { employee: ['member', 'head', 'accountant'] } as const;
const companyChanges = { ...companyAdds, operator: ['all', 'accountant'] } as const;
const head = { employee: ['member', 'head'] } as const;

/** Where the owners of money are paid to (domain rules, §6.2). Each change is confirmed by a code. */
export const paymentDetails = module('payment-details', 'Реквизиты', {
  ofIndividual: op('GET /api/individuals/{id}/payment-details', {
    about: 'Реквизиты физлица',
    access: personSees,
    on: ofPerson,
    out: PaymentDetails,
  }),
  oneOfIndividual: op('GET /api/individuals/{id}/payment-details/{detailId}', {
    about: 'Одни реквизиты физлица',
    access: personSees,
    on: onePersons,
    out: PaymentDetail,
  }),
  codeForIndividual: op('POST /api/individuals/{id}/payment-details/code', {
    about: 'Получить код для изменения реквизитов физлица',
    access: personChanges,
    on: ofPerson,
    out: CodeSent,
    limit: 'code',
  }),
  addToIndividual: op('POST /api/individuals/{id}/payment-details', {
    about: 'Добавить реквизиты физлица',
    access: { individual: 'own' },
    on: ofPerson,
    body: added,
    out: PaymentDetail,
    status: 201,
    errors: ['input.invalid', 'code.wrong'],
  }),
  changeOfIndividual: op('PATCH /api/individuals/{id}/payment-details/{detailId}', {
    about: 'Изменить реквизиты физлица',
    access: personChanges,
    on: onePersons,
    body: changed,
    out: PaymentDetail,
    errors: ['input.invalid', 'code.wrong', 'version.stale'],
  }),
  confirmOfIndividual: op('POST /api/individuals/{id}/payment-details/{detailId}/confirm', {
    about: 'Подтвердить реквизиты физлица',
    access: { individual: 'own' },
    on: onePersons,
    body: confirmed,
    out: PaymentDetail,
    errors: ['code.wrong', 'version.stale'],
  }),
  /** No code: nothing can be paid to what is gone. */
  removeFromIndividual: op('DELETE /api/individuals/{id}/payment-details/{detailId}', {
    about: 'Удалить реквизиты физлица',
    access: { individual: 'own' },
    on: onePersons,
  }),
  ofCompany: op('GET /api/legal-entities/{id}/payment-details', {
    about: 'Реквизиты компании',
    access: companySees,
    on: ofCompany,
    out: PaymentDetails,
  }),
  oneOfCompany: op('GET /api/legal-entities/{id}/payment-details/{detailId}', {
    about: 'Одни реквизиты компании',
    access: companySees,
    on: oneCompanys,
    out: PaymentDetail,
  }),
  codeForCompany: op('POST /api/legal-entities/{id}/payment-details/code', {
    about: 'Получить код для изменения реквизитов компании',
    access: companyChanges,
    on: ofCompany,
    out: CodeSent,
    limit: 'code',
  }),
  addToCompany: op('POST /api/legal-entities/{id}/payment-details', {
    about: 'Добавить реквизиты компании',
    access: companyAdds,
    on: ofCompany,
    body: added,
    out: PaymentDetail,
    status: 201,
    errors: ['input.invalid', 'code.wrong'],
  }),
  changeOfCompany: op('PATCH /api/legal-entities/{id}/payment-details/{detailId}', {
    about: 'Изменить реквизиты компании',
    access: companyChanges,
    on: oneCompanys,
    body: changed,
    out: PaymentDetail,
    errors: ['input.invalid', 'code.wrong', 'version.stale'],
  }),
  confirmOfCompany: op('POST /api/legal-entities/{id}/payment-details/{detailId}/confirm', {
    about: 'Подтвердить реквизиты компании',
    access: head,
    on: oneCompanys,
    body: confirmed,
    out: PaymentDetail,
    errors: ['code.wrong', 'version.stale'],
  }),
  removeFromCompany: op('DELETE /api/legal-entities/{id}/payment-details/{detailId}', {
    about: 'Удалить реквизиты компании',
    access: head,
    on: oneCompanys,
  }),
});

/** Whether the number is shown whole; the owner always sees his own. */
export const paymentDetailRights = rights(paymentDetails.ofCompany, {
  whole: {
    about: 'Видеть номер счёта целиком',
    access: {
      individual: 'own',
      employee: ['member', 'head', 'manager', 'accountant'],
      operator: ['all', 'administrator', 'manager', 'accountant'],
    },
  },
});
