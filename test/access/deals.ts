import type { Tx } from '#server/platform/db.ts';

/** What somebody asks a company for: a request, a simple one, and a bargaining. */
export interface Deal {
  request: number;
  simpleRequest: number;
  settlement: number;
}

interface Between {
  legalEntityId: number;
  registryId: number;
  entryId: number;
  individualId: number;
  /** With the company already, so that its people see it; else it is a draft. */
  isHanded: boolean;
}

/** A deal of each kind about one claim. */
export async function makeDeal(tx: Tx, { isHanded, ...between }: Between): Promise<Deal> {
  const { legalEntityId, registryId, entryId, individualId } = between;
  const { id: request } = await tx
    .insertInto('requests')
    .values({
      startedBy: 'individual',
      individualId,
      creditorInn: '7707083893',
      ...(isHanded ? { status: 'pending', legalEntityId, registryId } : { status: 'waiting' }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: simpleRequest } = await tx
    .insertInto('simpleRequests')
    .values({
      individualId,
      creditorInn: '7707083893',
      ...(isHanded && { stage: 'creditor-notified', legalEntityId }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: settlement } = await tx
    .insertInto('settlements')
    .values({
      requestId: request,
      registryEntryId: entryId,
      individualId,
      legalEntityId,
      debt: JSON.stringify([{ code: 'principal', amount: 4_000_000 }]),
      debtTotal: 4_000_000,
      debtAsOf: '2026-01-10',
      turn: 'creditor',
      search: 'у-1',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { request, simpleRequest, settlement };
}
