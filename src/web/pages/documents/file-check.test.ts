import { expect, test } from 'vitest';
import { fileCheck, warningOf } from './file-check.ts';

test('a document in force has no warning, a revoked one says first that it is of no force', () => {
  expect(warningOf('issued')).toBeNull();
  expect(warningOf('revoked')).toContain('отозван');
});

test('a file of a revoked document is never told of in green', () => {
  expect(fileCheck('issued', true)).toMatchObject({ tone: 'success' });
  expect(fileCheck('issued', false)).toMatchObject({ tone: 'danger' });
  expect(fileCheck('revoked', false)).toMatchObject({ tone: 'danger' });
  const { tone, text } = fileCheck('revoked', true);
  expect(tone).toBe('warning');
  expect(text).toMatch(/отозван/);
  expect(text).not.toMatch(/^Файл подлинный/);
});
