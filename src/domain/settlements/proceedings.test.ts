import { expect, test } from 'vitest';
import { courtPapersOf, formatProceedings, proceedingsOf } from './proceedings.ts';

test.each([
  ['pretrial', null, []],
  ['court', 'дело № 2-1/2026, Мировой суд', ['settlement_motion']],
  ['enforcement', 'исполнительное производство № 2-1/2026, Мировой суд', ['writ_return', 'settlement_motion']],
] as const)('a claim at the stage %s: %s with %j', (stage, words, papers) => {
  const of = proceedingsOf({ stage, caseNo: '2-1/2026', court: 'Мировой суд' });
  expect(of && formatProceedings(of)).toBe(words);
  expect(courtPapersOf(of)).toEqual(papers);
});

test('what the creditor has not stated is said to be so, and no number sign stands twice', () => {
  expect(formatProceedings({ stage: 'court', caseNo: null, place: null })).toBe('дело (номер не указан)');
  expect(formatProceedings({ stage: 'enforcement', caseNo: '№ 77/26-ИП', place: 'ОСП № 3' })).toBe(
    'исполнительное производство № 77/26-ИП, ОСП № 3',
  );
});
