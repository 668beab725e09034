import { FOLLOWING_MOVES } from '../settlements/settlement.ts';
import { machine, type StatusOf } from '../values/machine.ts';

/**
 * A simple request (docs/specification.md §4; docs/domain.md §7.4). It has a status only once its claim exists, and then that of
 * the settlement; until then the declared claim says how the search goes.
 */
export const simpleRequestMachine = machine('simple-request', {
  first: 'negotiation',
  states: {
    negotiation: { label: 'Торги', tone: 'info' },
    waiting_for_payment: { label: 'Ожидание оплаты', tone: 'warning' },
    paid: { label: 'Оплачено', tone: 'success' },
    closed: { label: 'Закрыто', tone: 'neutral' },
  },
  moves: FOLLOWING_MOVES,
});

export type SimpleRequestStatus = StatusOf<typeof simpleRequestMachine>;
