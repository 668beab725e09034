import { approvalRefused } from '#server/modules/approvals/approvals.events.ts';
import { on } from '#server/platform/events.ts';
import type { ServerModule } from '#server/platform/module.ts';
import { lifeEventHandlers } from './handlers.ts';
import { confirmLifeEvent, endLifeEvent, refuseEntered } from './life-events.commands.ts';
import { lifeEventResources } from './life-events.resource.ts';
import { tables } from './tables.ts';

export const lifeEventsModule: ServerModule = {
  name: 'life-events',
  tables,
  operations: lifeEventHandlers,
  resources: lifeEventResources,
  reactions: [on(approvalRefused, refuseEntered)],
  approvals: { 'lifeEvent.confirm': confirmLifeEvent, 'lifeEvent.end': endLifeEvent },
};
