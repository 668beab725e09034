import { moscowDay } from '#domain/values/days.ts';
import { hourly } from '#server/platform/jobs/interval.ts';
import type { ServerModule } from '#server/platform/module.ts';
import { securityEventHandlers } from './handlers.ts';
import { forgetSecurityEvents, startFlushingEvents } from './retention.commands.ts';
import { tables } from './tables.ts';

export const securityEventsModule: ServerModule = {
  name: 'security-events',
  tables,
  operations: securityEventHandlers,
  systemOperations: { 'security-events.alert': 'Предупреждение о событиях безопасности' },
  background: [
    startFlushingEvents,
    hourly('security events', (app) => forgetSecurityEvents(app, moscowDay(new Date()))),
  ],
};
