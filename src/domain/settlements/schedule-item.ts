import { machine, type StatusOf } from '../values/machine.ts';

/**
 * A row of an agreed schedule (docs/domain.md §6.2, §10). Payments and the day move it; an addendum cancels the rows it
 * replaces. A returned payment makes a paid row as open as its day says.
 */
export const scheduleItemMachine = machine('schedule-item', {
  first: 'planned',
  states: {
    planned: { label: 'Предстоит', tone: 'neutral' },
    due: { label: 'Срок сегодня', tone: 'warning' },
    overdue: { label: 'Просрочен', tone: 'danger' },
    paid: { label: 'Оплачен', tone: 'success' },
    cancelled: { label: 'Отменён', tone: 'neutral' },
  },
  moves: {
    fallDue: { from: ['planned'], to: 'due', by: ['system'], label: 'Наступил срок' },
    fallOverdue: { from: ['planned', 'due'], to: 'overdue', by: ['system'], label: 'Просрочен' },
    payOff: { from: ['planned', 'due', 'overdue'], to: 'paid', by: ['system', 'partner'], label: 'Оплачен' },
    reopen: { from: ['paid'], to: 'planned', by: ['system'], label: 'Оплата возвращена' },
    cancel: { from: ['planned', 'due', 'overdue'], to: 'cancelled', by: ['system'], label: 'Заменён новым графиком' },
  },
});

export type ScheduleItemStatus = StatusOf<typeof scheduleItemMachine>;
