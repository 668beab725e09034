import { approvalRefused } from '#server/modules/approvals/approvals.events.ts';
import { on } from '#server/platform/events.ts';
import type { ServerModule } from '#server/platform/module.ts';
import { eachDue } from '#server/platform/state/deadlines.ts';
import { lifeEventHandlers } from './handlers.ts';
import { askOperators, confirmLifeEvent, endLifeEvent, refuseEntered, unaskedPersons } from './life-events.commands.ts';
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
  reactions: [on(approvalRefused, refuseEntered)],
  approvals: { 'lifeEvent.confirm': confirmLifeEvent, 'lifeEvent.end': endLifeEvent },
};
