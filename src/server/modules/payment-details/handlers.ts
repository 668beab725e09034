import type { Input } from '#contract/kernel/op.ts';
import { companyDetails, individualDetails } from '#contract/parties/payment-details.ts';
import { type Ctx, type Implemented, implement, type Writing } from '#server/platform/ctx.ts';
import { addDetail, changeDetail, confirmDetail, removeDetail, sendChangeCode } from './payment-details.commands.ts';
import { findDetail, listDetails, type Owner } from './payment-details.queries.ts';

interface Of {
  params: { id: number };
}
interface One<Body = undefined> {
  params: { id: number; detailId: number };
  body: Body;
}

/** What is done with the details of either owner. */
const handlersOf = (column: Owner['column']) => {
  const ownerOf = ({ id }: { id: number }): Owner => ({ column, id });
  return {
    list: (ctx: Ctx, { params }: Of) => listDetails(ctx, ownerOf(params)),
    get: (ctx: Ctx, { params }: Omit<One, 'body'>) => findDetail(ctx, ownerOf(params), params.detailId),
    code: (ctx: Writing, { params, body }: Of & { body: Input<typeof companyDetails.code>['body'] }) =>
      sendChangeCode(ctx, ownerOf(params), body.form),
    add: async (ctx: Writing, { params, body }: Of & { body: Input<typeof companyDetails.add>['body'] }) =>
      findDetail(ctx, ownerOf(params), await addDetail(ctx, ownerOf(params), body)),
    change: async (ctx: Writing, { params, body }: One<Input<typeof companyDetails.change>['body']>) => {
      await changeDetail(ctx, ownerOf(params), params.detailId, body);
      return findDetail(ctx, ownerOf(params), params.detailId);
    },
    confirm: async (ctx: Writing, { params, body }: One<Input<typeof companyDetails.confirm>['body']>) => {
      await confirmDetail(ctx, ownerOf(params), params.detailId, body);
      return findDetail(ctx, ownerOf(params), params.detailId);
    },
    remove: (ctx: Writing, { params }: Omit<One, 'body'>) => removeDetail(ctx, ownerOf(params), params.detailId),
  };
};

export const paymentDetailHandlers: Implemented[] = [
  ...implement(individualDetails, handlersOf('individualId')),
  ...implement(companyDetails, handlersOf('legalEntityId')),
];
