import { expect, test } from 'vitest';
import { refusalOf } from './api.ts';

const answered = (status: number, answer: object) => refusalOf(new Response(JSON.stringify(answer), { status }));

test.each([
  ['a field', 400, { code: 'input.invalid', fields: { send: 'Неизвестное поле' } }],
  ['an address', 404, { code: 'route.absent', message: 'Такого адреса нет' }],
  ['a method', 405, { code: 'method.absent', message: 'Это действие здесь не поддерживается' }],
])(
  '%s that the server does not know is one of another version: it is told what to do, and reads try again',
  async (_, status, answer) => {
    const refusal = await answered(status, { ...answer, incident: 'n' });
    expect(refusal).toMatchObject({ status: 503, code: 'version.other', fields: {}, incident: 'n' });
    expect(refusal.message).toContain('обновите страницу');
  },
);

test('what the person may mend stays at its field', async () => {
  const fields = { email: 'Поле должно быть заполнено' };
  expect(await answered(400, { code: 'input.invalid', fields })).toMatchObject({ status: 400, fields });
});
