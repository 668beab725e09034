import { machine, type StatusOf } from '../values/machine.ts';

/** A numbered document with a check code (docs/domain.md §7.7): never changed, only revoked, perhaps for another in its place. */
export const issuedDocumentMachine = machine('issued-document', {
  first: 'issued',
  states: {
    issued: { label: 'Действует', tone: 'success' },
    revoked: { label: 'Отозван', tone: 'danger' },
  },
  moves: {
    revoke: {
      from: ['issued'],
      to: 'revoked',
      by: ['system', 'operator:accountant', 'administrator'],
      label: 'Отозвать',
    },
  },
});

export type IssuedDocumentStatus = StatusOf<typeof issuedDocumentMachine>;
