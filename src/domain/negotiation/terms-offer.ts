import { machine, type StatusOf } from '../values/machine.ts';

/** An offer of terms, never changed once signed: only its status moves, and only from active (docs/domain.md §6.2, §7.3). */
export const termsOfferMachine = machine('terms-offer', {
  first: 'active',
  states: {
    active: { label: 'Ждёт ответа', tone: 'info' },
    accepted: { label: 'Принято', tone: 'success' },
    superseded: { label: 'Заменено новым', tone: 'neutral' },
    rejected: { label: 'Отклонено', tone: 'danger' },
    expired: { label: 'Истекло', tone: 'neutral' },
    withdrawn: { label: 'Отозвано', tone: 'neutral' },
  },
  moves: {
    accept: {
      from: ['active'],
      to: 'accepted',
      by: ['individual', 'manager', 'head', 'system'],
      label: 'Принять условия',
    },
    supersede: {
      from: ['active'],
      to: 'superseded',
      by: ['individual', 'manager', 'head', 'system'],
      label: 'Заменить новым',
    },
    reject: { from: ['active'], to: 'rejected', by: ['individual', 'manager', 'head', 'system'], label: 'Отклонить' },
    expire: { from: ['active'], to: 'expired', by: ['system'], label: 'Срок истёк' },
    withdraw: { from: ['active'], to: 'withdrawn', by: ['individual', 'manager', 'head', 'system'], label: 'Отозвать' },
  },
});

/** What the acceptance of an offer concludes: the agreement, a new schedule of it, or its end and the bargaining again. */
const OFFER_KINDS = ['terms', 'addendum', 'annulment'] as const;
export type OfferKind = (typeof OFFER_KINDS)[number];

export type TermsOfferStatus = StatusOf<typeof termsOfferMachine>;
