import * as z from 'zod';
import { email, filledLineText, filledText } from '../kernel/fields.ts';
import { module, op } from '../kernel/op.ts';

export const support = module('support', 'Обратная связь', {
  write: op('POST /api/feedback-form', {
    about: 'Написать в поддержку',
    access: 'anyone',
    body: z.strictObject({
      name: filledLineText(100),
      email,
      message: filledText(4000).min(10, 'Опишите вопрос: не меньше 10 знаков'),
    }),
    errors: ['support.unavailable'],
    limit: 'support',
  }),
});
