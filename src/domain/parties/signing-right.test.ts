import { describe, expect, test } from 'vitest';
import { type Day, toDay } from '../values/days.ts';
import {
  ALL_SIGNING_ACTS,
  type CompanyHead,
  groundWords,
  type PowerOfAttorney,
  powerOfAttorneyMachine,
  powerProblems,
  type Signer,
  type SigningAct,
  signatoryLines,
  signingRight,
} from './signing-right.ts';

const power: PowerOfAttorney = {
  number: '12',
  issuedOn: toDay('2026-01-10'),
  validUntil: toDay('2026-06-30'),
  scope: ['conclude'],
  status: 'given',
};
const manager: Signer = {
  lastName: 'Никитина',
  firstName: 'Ольга',
  middleName: 'Львовна',
  position: 'Менеджер',
  isHead: false,
  email: 'nikitina@alpha.test',
  powers: [power],
};
const director: CompanyHead = {
  lastName: 'Королёв',
  firstName: 'Алексей',
  middleName: null,
  position: 'Генеральный директор',
  basis: 'charter',
  basisNumber: null,
  basisDate: null,
  basisValidUntil: null,
  email: 'Korolev@Alpha.test',
};
const boss: Signer = { ...director, position: 'Директор', isHead: true, email: 'korolev@alpha.test', powers: [] };
const asked = (signer: Signer, head: CompanyHead | null, act: SigningAct, day: string) => {
  const right = signingRight(signer, head, [act], toDay(day));
  return right.ok ? signatoryLines(right.signatory) : right.problem;
};

describe('an employee by a power of attorney', () => {
  const lines = [
    'Никитина Ольга Львовна',
    'Менеджер',
    'Основание: доверенность № 12 от 10.01.2026, действует по 30.06.2026; право: заключать соглашения',
  ];
  test.each<[string, Partial<Signer>, SigningAct, string, string[] | string]>([
    ['the day before its first', {}, 'conclude', '2026-01-09', 'действует только с 10.01.2026'],
    ['its first day', {}, 'conclude', '2026-01-10', lines],
    ['its last day', {}, 'conclude', '2026-06-30', lines],
    ['the day after its last', {}, 'conclude', '2026-07-01', 'действовала по 30.06.2026'],
    ['another act', {}, 'change', '2026-03-01', 'не даёт права изменять и прекращать соглашения'],
    [
      'after it was revoked',
      { powers: [{ ...power, status: 'revoked' }] },
      'conclude',
      '2026-03-01',
      'нет доверенности',
    ],
    ['without any', { powers: [] }, 'certify', '2026-03-01', 'нет доверенности на право выдавать справки'],
    ['without a position', { position: ' ' }, 'conclude', '2026-03-01', 'не указана должность'],
    ['who bears the name of the head', { ...boss, isHead: false }, 'conclude', '2026-03-01', 'нет доверенности'],
  ])('%s', (_, change, act, day, expected) => {
    const got = asked({ ...manager, ...change }, director, act, day);
    if (typeof expected === 'string') expect(got).toContain(expected);
    else expect(got).toEqual(expected);
  });

  test('of several the one that lasts longest stands under the signature', () => {
    const longer = { ...power, number: '13', validUntil: toDay('2026-12-31') };
    const got = asked({ ...manager, powers: [longer, power] }, director, 'conclude', '2026-03-01');
    expect(got[2]).toContain('№ 13');
  });

  test('whoever can give it is named', () => {
    expect(asked({ ...manager, powers: [] }, director, 'conclude', '2026-03-01')).toContain(
      'руководитель (Королёв А.)',
    );
  });
});

describe('the head', () => {
  const byPower: CompanyHead = {
    ...director,
    basis: 'power_of_attorney',
    basisNumber: '7-Ф',
    basisDate: toDay('2026-01-10'),
    basisValidUntil: toDay('2026-06-30'),
  };
  test.each<[string, Signer, CompanyHead | null, string, string]>([
    ['whom the card names signs by the charter', boss, director, '2099-01-01', 'Основание: Устав'],
    [
      'is the same whatever the case and the letter ё',
      { ...boss, lastName: 'КОРОЛЕВ' },
      director,
      '2026-03-01',
      'Основание: Устав',
    ],
    [
      'of a branch signs from the first day of his power',
      boss,
      byPower,
      '2026-01-10',
      'доверенность № 7-Ф от 10.01.2026',
    ],
    ['of a branch signs to its last day', boss, byPower, '2026-06-30', 'действует по 30.06.2026'],
    ['of a branch does not before it', boss, byPower, '2026-01-09', 'действует только с'],
    ['of a branch does not after it', boss, byPower, '2026-07-01', 'действовала по'],
    [
      'whose power names no days signs',
      boss,
      { ...byPower, basisDate: null, basisValidUntil: null, basisNumber: null },
      '2026-03-01',
      'доверенность № б/н',
    ],
    [
      'of the same name who signs in by another e-mail does not',
      { ...boss, email: 'other@alpha.test' },
      director,
      '2026-03-01',
      'одного имени мало',
    ],
    ['whose card tells no e-mail does not', boss, { ...director, email: null }, '2026-03-01', 'одного имени мало'],
    ['of a company without a card does not', boss, null, '2026-03-01', 'не назван представитель'],
    [
      'whom the card does not name does not',
      { ...boss, lastName: 'Другой' },
      director,
      '2026-03-01',
      'действует Королёв А.',
    ],
    [
      'whom it does not name signs by a power of attorney',
      { ...boss, lastName: 'Другой', powers: [power] },
      director,
      '2026-03-01',
      'доверенность № 12',
    ],
    [
      'whose own ground is over signs by another one',
      { ...boss, powers: [{ ...power, validUntil: toDay('2026-12-31') }] },
      byPower,
      '2026-07-01',
      'доверенность № 12',
    ],
  ])('%s', (_, signer, head, day, expected) => {
    expect([asked(signer, head, 'conclude', day)].flat().join('\n')).toContain(expected);
  });

  test('may do every act', () => {
    for (const act of ALL_SIGNING_ACTS) expect(signingRight(boss, director, [act], toDay('2026-03-01')).ok).toBe(true);
  });
});

test('a ground says in words what it is', () => {
  expect(groundWords({ kind: 'charter' })).toBe('Устав');
});

test('a power of attorney that is entered has days that can be', () => {
  const days = (issuedOn: string, validUntil: string) => ({ issuedOn: issuedOn as Day, validUntil: validUntil as Day });
  const today = toDay('2026-03-01');
  expect(powerProblems(days('2026-03-01', '2026-03-01'), today)).toBeNull();
  expect(powerProblems(days('2026-02-01', '2026-02-28'), today)).toEqual({ validUntil: 'Срок уже прошёл' });
  expect(powerProblems(days('2026-04-02', '2026-04-01'), today)).toEqual({ validUntil: 'Раньше даты доверенности' });
});

test('it is revoked once', () => {
  expect(powerOfAttorneyMachine.canMove('given', 'revoke')).toBe(true);
  expect(powerOfAttorneyMachine.canMove('revoked', 'revoke')).toBe(false);
});
