import { paymentDetails } from '#contract/payment-details.ts';
import { implement } from '#server/platform/ctx.ts';
import { addDetail, changeDetail, confirmDetail, removeDetail, sendChangeCode } from './payment-details.acts.ts';
import { findDetail, listDetails, type Owner } from './payment-details.read.ts';

const person = ({ id }: { id: number }): Owner => ({ column: 'individualId', id });
const company = ({ id }: { id: number }): Owner => ({ column: 'legalEntityId', id });

export const paymentDetailHandlers = implement(paymentDetails, {
  ofIndividual: (ctx, { params }) => listDetails(ctx, person(params)),
  oneOfIndividual: (ctx, { params }) => findDetail(ctx, person(params), params.detailId),
  codeForIndividual: (ctx, { params }) => sendChangeCode(ctx, person(params)),
  async addToIndividual(ctx, { params, body }) {
    return findDetail(ctx, person(params), await addDetail(ctx, person(params), body));
  },
  async changeOfIndividual(ctx, { params, body }) {
    await changeDetail(ctx, person(params), params.detailId, body);
    return findDetail(ctx, person(params), params.detailId);
  },
  async confirmOfIndividual(ctx, { params, body }) {
    await confirmDetail(ctx, person(params), params.detailId, body);
    return findDetail(ctx, person(params), params.detailId);
  },
  removeFromIndividual: (ctx, { params }) => removeDetail(ctx, person(params), params.detailId),
  ofCompany: (ctx, { params }) => listDetails(ctx, company(params)),
  oneOfCompany: (ctx, { params }) => findDetail(ctx, company(params), params.detailId),
  codeForCompany: (ctx, { params }) => sendChangeCode(ctx, company(params)),
  async addToCompany(ctx, { params, body }) {
    return findDetail(ctx, company(params), await addDetail(ctx, company(params), body));
  },
  async changeOfCompany(ctx, { params, body }) {
    await changeDetail(ctx, company(params), params.detailId, body);
    return findDetail(ctx, company(params), params.detailId);
  },
  async confirmOfCompany(ctx, { params, body }) {
    await confirmDetail(ctx, company(params), params.detailId, body);
    return findDetail(ctx, company(params), params.detailId);
  },
  removeFromCompany: (ctx, { params }) => removeDetail(ctx, company(params), params.detailId),
});
