import { machine } from '../values/machine.ts';

/** The monthly invoice of a creditor's fees (docs/domain.md §7.7, §10). */
export const feeInvoiceMachine = machine('fee-invoice', {
  first: 'draft',
  states: {
    draft: { label: 'Черновик', tone: 'neutral' },
    issued: { label: 'Выставлен', tone: 'info' },
    paid: { label: 'Оплачен', tone: 'success' },
    cancelled: { label: 'Отменён', tone: 'neutral' },
  },
  moves: {
    issue: { from: ['draft'], to: 'issued', by: ['operator:accountant', 'system'], label: 'Выставить' },
    pay: { from: ['issued'], to: 'paid', by: ['operator:accountant', 'system'], label: 'Отметить оплату' },
    cancel: { from: ['draft', 'issued'], to: 'cancelled', by: ['operator:accountant'], label: 'Отменить' },
  },
});
