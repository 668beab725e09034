import { moscowDay } from '#domain/values/days.ts';
import type { Client } from '#test/helpers/client.ts';

export interface Difference {
  id: number;
  kind: string;
  status: string;
  paymentId: number | null;
  statementId: string | null;
  theirs: number | null;
  ours: number | null;
  decisions: string[];
}

/** Today's comparison with the partner's statement and the queue of differences, as an accountant of the platform works with them. */
export function reconciling(accountant: Client) {
  const path = '/internal/reconciliations';
  const queue = async (status = 'open'): Promise<Difference[]> =>
    (await accountant.get(`${path}/differences?limit=100&filter[status]=${status}`)).body.items;
  return {
    path,
    run: (day: string = moscowDay(new Date())) => accountant.post(path, { day }),
    queue,
    about: async (paymentId: number, status = 'open') =>
      (await queue(status)).find((one) => one.paymentId === paymentId),
    decide: (id: number, body: object) => accountant.post(`${path}/differences/${id}/decision`, body),
  };
}
