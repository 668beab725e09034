import { expect, test } from 'vitest';
import { reportOf } from '../../../scripts/advisories.ts';

const hole = { title: 'Reads what it should not', url: 'https://github.com/advisories/GHSA-1' };

test('known holes of libraries are told with the term of mending, the worst first', () => {
  const { lines, code } = reportOf({
    vulnerabilities: {
      one: { severity: 'low', range: '<2.0.0', via: ['two'] },
      two: { severity: 'critical', range: '1.0.0', via: [hole] },
    },
  });
  expect(code).toBe(1);
  expect(lines).toEqual([
    'two 1.0.0: критическая, исправить за 2 дня',
    `  ${hole.title} ${hole.url}`,
    'one <2.0.0: низкая, за 90 дней',
    '  через two',
  ]);
});

test('a registry that gives no answer is not taken for one that knows of nothing', () => {
  expect(reportOf({ vulnerabilities: {} }).code).toBe(0);
  expect(reportOf({ message: '405 Method Not Allowed' })).toEqual({
    lines: ['Реестр npm на этот вопрос не ответил: 405 Method Not Allowed'],
    code: 2,
  });
  expect(reportOf({}).code).toBe(2);
});
