import type { FieldValues } from 'react-hook-form';
import { describe, expect, test } from 'vitest';
import { individuals } from '#contract/parties/individuals.ts';
import { pswConfirmed, required, settlementFieldRequired } from '#domain/values/validators.ts';
import { resolverOf, shownField, type Validation } from './validate.ts';

/** What the fields of a form are told, by name. */
async function validate<Values extends FieldValues>(values: Values, validation: Partial<Validation<Values>>) {
  const resolver = resolverOf<Values>({
    operation: async () => individuals.update,
    body: () => ({ version: 1 }),
    rules: {},
    check: () => ({}),
    ...validation,
  });
  const { errors } = await resolver(values, undefined, { fields: {}, shouldUseNativeValidation: false });
  return Object.fromEntries(Object.entries(errors).map(([name, error]) => [name, error?.message]));
}

describe('a form tells at its fields', () => {
  test('what the schema of the operation says', async () => {
    const body = (_: unknown, { inn }: { inn: string }) => ({ inn, version: 1 });
    expect(await validate({ inn: '1' }, { body })).toEqual({
      inn: 'ИНН физлица: 12 цифр, контрольное число не сходится',
    });
    expect(await validate({ inn: '500100732259' }, { body })).toEqual({});
  });

  test('what the named validators of the specification say, before the schema', async () => {
    const rules = { name: required(), sum: settlementFieldRequired(), repeat: pswConfirmed('name') };
    expect(await validate({ name: '', sum: '', repeat: 'x' }, { rules })).toEqual({
      name: 'Поле должно быть заполнено',
      sum: 'Поле должно быть заполнено',
      repeat: 'Пароли не совпадают',
    });
  });

  test('what was wrong when it was asked, whatever is typed meanwhile', async () => {
    const values = { name: '' };
    const judged = validate(values, { rules: { name: required() } });
    values.name = 'x';
    expect(await judged).toEqual({ name: 'Поле должно быть заполнено' });
  });

  test('the default message where a rule has none', async () => {
    expect(await validate({ name: 'x' }, { rules: { name: () => '' } })).toEqual({ name: 'name is not valid.' });
  });

  test('what is wrong with the parts of the body that one field stands for', async () => {
    const body = () => ({ passport: { series: '1', number: '123456' }, version: 1 });
    expect(await validate({ passport: '1 123456' }, { body })).toEqual({ passport: 'Паспорт: серия 4 цифры' });
    expect(shownField('passport.series', { passport: '' })).toBe('passport');
    expect(shownField('remarks.lastName', { remarks: { lastName: '' } })).toBe('remarks.lastName');
    expect(shownField('version', { passport: '' })).toBeUndefined();
  });
});
