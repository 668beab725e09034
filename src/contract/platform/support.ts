import * as z from 'zod';
import { email, filled, filledLine } from '../kernel/fields.ts';
import { module, op } from '../kernel/op.ts';

export const support = module('support', 'Обратная связь', {
  write: op('POST /api/feedback-form', {
    about: 'Написать в поддержку',
    access: 'anyone',
    body: z.strictObject({
      name: filledLine(100),
      email,
      message: filled(4000).min(10, 'Опишите вопрос: не меньше 10 знаков'),
    }),
    errors: ['support.unavailable'],
    limit: 'support',
  }),
});
