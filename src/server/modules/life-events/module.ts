import type { ServerModule } from '#server/platform/module.ts';
import { eachDue } from '#server/platform/state/deadlines.ts';
import { lifeEventApprovals } from './approvals.ts';
import { lifeEventHandlers } from './handlers.ts';
import { askOperators, unaskedPersons } from './life-events.commands.ts';
import { lifeEventResources } from './life-events.resource.ts';
import { tables } from './tables.ts';

export const lifeEventsModule: ServerModule = {
  name: 'life-events',
  tables,
  operations: lifeEventHandlers,
  resources: lifeEventResources,
  systemOperations: { 'life-events.ask': 'Обстоятельство заёмщика ждёт оператора' },
  deadlines: [
    eachDue('life-events.ask', unaskedPersons, (app, tx, id) => askOperators({ app, db: tx, actor: null }, id)),
  ],
  approvals: lifeEventApprovals,
};
