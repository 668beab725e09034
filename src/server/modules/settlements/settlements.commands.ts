import { sql } from 'kysely';
import { claimParts } from '#domain/money/debt-parts.ts';
import { firstTurn } from '#domain/negotiation/negotiation.ts';
import { type ContractKind, hasCreditShields } from '#domain/registries/registry-lists.ts';
import { type Debt, debtOfClaim } from '#domain/settlements/debt-structure.ts';
import { type Day, daysBetween, moscowDay, toDay } from '#domain/values/days.ts';
import { kopecks } from '#domain/values/money.ts';
import { conditionsFor } from '#server/modules/policy/policy.queries.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { jsonText } from '#server/platform/database/json-columns.ts';
import type { TransitionContext } from '#server/platform/state/transition.ts';
import { penaltyBefore } from './money/penalty.commands.ts';
import { priceGrounds } from './price-grounds.queries.ts';

interface Opened {
  requestId: number;
  registryEntryId: number;
  individualId: number;
  legalEntityId: number;
}

/**
 * Opens the bargaining about a claim. The debt is written down as it is now: whatever a later load says, this is what
 * is bargained about, by the conditions that the creditor has now (docs/domain.md §7.2).
 */
export async function openSettlement({ db }: TransitionContext, opened: Opened): Promise<void> {
  const { debt, debtTotal, debtAsOf, overdueFrom, consumer } = await debtOf(db, opened.registryEntryId);
  const dpd = Math.max(0, daysBetween(overdueFrom, moscowDay(new Date())));
  const subject = { dpd, debt: kopecks(debtTotal), categoryId: null };
  const conditions = await conditionsFor(db, opened.legalEntityId, subject);
  const made = await db
    .insertInto('settlements')
    .values({
      ...opened,
      debt: jsonText(debt),
      debtTotal,
      debtAsOf,
      policyId: conditions?.policyId ?? null,
      band: conditions && jsonText(conditions.band),
      consumer,
      ...penaltyBefore(conditions?.band),
      shiftEvery: conditions?.band.shiftEvery ?? null,
      turn: firstTurn(false),
      search: '',
    })
    .returning(['id', 'number'])
    .executeTakeFirstOrThrow();
  await db
    .updateTable('settlements as s')
    .set({
      search: sql<string>`(select plain_words(${made.number} || ' ' || e.contract_number || ' ' || le.short_name || ' ' ||
        concat_ws(' ', i.last_name, i.first_name, i.middle_name))
        from registry_entries e, legal_entities le, individuals i
        where e.id = s.registry_entry_id and le.id = s.legal_entity_id and i.id = s.individual_id)`,
    })
    .where('s.id', '=', made.id)
    .execute();
}

/** What a claim states: its debt by parts, on which day, since when it is overdue, and whether it is a consumer credit. */
async function debtOf(
  tx: Tx,
  entryId: number,
): Promise<{ debt: Debt; debtTotal: number; debtAsOf: string; overdueFrom: Day; consumer: boolean }> {
  const entry = await tx
    .selectFrom('registryEntries')
    .select([...claimParts, 'total', 'asOf', 'overdueFrom', 'contractKind'])
    .where('id', '=', entryId)
    .executeTakeFirstOrThrow();
  const { right } = await priceGrounds(tx, entryId);
  return {
    debt: debtOfClaim((part) => entry[part]),
    debtTotal: entry.total,
    debtAsOf: entry.asOf,
    overdueFrom: toDay(entry.overdueFrom),
    consumer: hasCreditShields(entry.contractKind as ContractKind, right),
  };
}
