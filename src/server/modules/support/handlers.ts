import { Refusal } from '#contract/kernel/errors.ts';
import { support } from '#contract/platform/support.ts';
import { implement } from '#server/platform/ctx.ts';
import { queueLetter } from '#server/platform/jobs/letters.ts';
import { supportLetters } from './letters.ts';

export const supportHandlers = implement(support, {
  /** What is written goes to those who answer, by letter; nothing of it is kept elsewhere. */
  async write({ app, db }, { body: { name, email, message } }) {
    const { supportEmail } = app.config;
    if (supportEmail === undefined) throw new Refusal('support.unavailable');
    await queueLetter({ app, db }, supportLetters.question, supportEmail, { name, email, lines: message.split('\n') });
  },
});
