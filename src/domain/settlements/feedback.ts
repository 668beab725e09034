import { machine, type StatusOf } from '../values/machine.ts';

/** What a debtor says of a closed settlement (docs/domain.md §7.7): an edited text is judged anew. */
export const feedbackMachine = machine('feedback', {
  first: 'none',
  states: {
    none: { label: 'Нет отзыва', tone: 'neutral' },
    moderation: { label: 'На модерации', tone: 'warning' },
    published: { label: 'Опубликован', tone: 'success' },
    rejected: { label: 'Отклонён', tone: 'danger' },
  },
  moves: {
    write: { from: ['none'], to: 'moderation', by: ['individual'], label: 'Оставить отзыв' },
    edit: {
      from: ['moderation', 'published', 'rejected'],
      to: 'moderation',
      by: ['individual'],
      label: 'Изменить отзыв',
    },
    publish: {
      from: ['moderation'],
      to: 'published',
      by: ['administrator', 'operator:manager'],
      label: 'Опубликовать',
    },
    reject: { from: ['moderation'], to: 'rejected', by: ['administrator', 'operator:manager'], label: 'Отклонить' },
  },
});

export type FeedbackStatus = StatusOf<typeof feedbackMachine>;
