import { defineEvent } from '#server/platform/events.ts';

/** The mail server has refused the letter of a notice, or given it back: it has not come to its debtor. */
export const noticeReturned = defineEvent<{ settlementId: number; number: string }>('documents.noticeReturned');
