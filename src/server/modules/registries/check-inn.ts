import { hash } from 'node:crypto';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Answer, Input } from '#contract/kernel/op.ts';
import type { registries } from '#contract/registries/registries.ts';
import { innWorkText, isFreshInnWork, isInnWork } from '#domain/parties/inn-work.ts';
import { moscowDay } from '#domain/values/days.ts';

/**
 * What a stranger is told of any ИНН. Nothing is looked up: an answer that is always the same, in the same time, cannot
 * show that a person is a debtor (docs/domain.md §12.4). Claims are shown after signing in and verification.
 */
const answer: Answer<typeof registries.checkInn> = {
  found: false,
  message: 'Если по этому ИНН есть предложения, мы покажем их после входа и подтверждения личности',
};

/** Answers whoever has done the work. @throws Refusal `input.invalid` at `work` when it was not done */
export function answerOfInn({ inn, work }: Input<typeof registries.checkInn>['body']): typeof answer {
  const done =
    isFreshInnWork(work.day, moscowDay(new Date())) && isInnWork(hash('sha256', innWorkText(inn, work), 'buffer'));
  if (!done)
    throw new Refusal('input.invalid', { fields: { work: 'Проверка браузера не пройдена. Попробуйте ещё раз' } });
  return answer;
}
