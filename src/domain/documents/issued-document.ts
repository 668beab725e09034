import { machine, type StatusOf } from '../values/machine.ts';

/**
 * A numbered document with a check code (docs/domain.md §7.7): never changed, only
 * revoked, perhaps for another in its place, or an agreement marked as ended. What an ended agreement proves it goes on proving.
 */
export const issuedDocumentMachine = machine('issued-document', {
  first: 'issued',
  states: {
    issued: { label: 'Действует', tone: 'success' },
    terminated: { label: 'Расторгнуто', tone: 'warning' },
    revoked: { label: 'Отозван', tone: 'danger' },
  },
  moves: {
    terminate: { from: ['issued'], to: 'terminated', by: ['system', 'head'], label: 'Расторгнуть' },
    revoke: {
      from: ['issued'],
      to: 'revoked',
      by: ['system', 'operator:accountant', 'administrator'],
      label: 'Отозвать',
    },
  },
});

export type IssuedDocumentStatus = StatusOf<typeof issuedDocumentMachine>;
