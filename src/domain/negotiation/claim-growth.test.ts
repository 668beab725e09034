import { describe, expect, test } from 'vitest';
import { KNOWN_RATES } from '../rates/known-rates.ts';
import { toDay } from '../values/days.ts';
import { kopecks } from '../values/money.ts';
import { claimGrowth, type GrowingClaim } from './claim-growth.ts';

const CLAIM: GrowingClaim = {
  stage: 'pretrial',
  awarded: false,
  frozen: false,
  contractKind: 'microloan',
  right: 'lender',
  contractDate: toDay('2024-07-12'),
  contractEnd: toDay('2025-03-21'),
  issuedAmount: kopecks(3_890_600),
  rateBps: 29_200,
  principal: kopecks(2_334_360),
  // 31 days of 186,75 are 5 789,25.
  interest: kopecks(508_423 + 72_832),
  overdueFrom: toDay('2026-10-25'),
  asOf: toDay('2026-11-25'),
  restored: false,
  charges: [kopecks(508_423), kopecks(72_832), kopecks(127_689)],
};
const goesOn = { interest: null, penalty: null };
const wordsOf = (change: Partial<GrowingClaim> = {}, stops = goesOn as Parameters<typeof claimGrowth>[1]) =>
  claimGrowth({ ...CLAIM, ...change }, stops, KNOWN_RATES, toDay('2026-11-26')).map((line) =>
    line.replaceAll('\u00A0', ' '),
  );

describe('whether a debt grows is said to its debtor', () => {
  test('with the interest of a day, the ceiling of a penalty and what may come on top at most', () => {
    expect(wordsOf()).toEqual([
      'Долг растёт: проценты по договору 292 % годовых, это около 186,75 ₽ в день с основного долга 23 343,60 ₽.',
      'Неустойка за просрочку, если она есть в договоре, не больше 20 % годовых от просроченного (353-ФЗ, ст. 5, ч. 21).',
      // 130 % of 38 906,00 less 7 089,44.
      'Всего по закону может добавиться не больше 43 488,36 ₽ (353-ФЗ, ст. 5, ч. 24).',
    ]);
  });

  test('never above the ceiling of a day that its contract had', () => {
    expect(wordsOf({ rateBps: 50_000 })[0]).toContain('292 % годовых');
  });

  test('of what a lender calls «Прочее» as of any other loan', () => {
    expect(wordsOf({ contractKind: 'other' })).toEqual(wordsOf());
  });

  test('only where its creditor demands what such days make: half of it at least', () => {
    const long = { overdueFrom: toDay('2025-07-13'), rateBps: 2_000, contractEnd: toDay('2027-07-12') };
    // 20 % a year of 23 343,60 over 500 days make 6 395,51.
    expect(wordsOf({ ...long, interest: kopecks(319_776) })[0]).toMatch(/^Долг растёт: проценты по договору 20 %/);
    expect(wordsOf({ ...long, interest: kopecks(319_775) })[0]).toBe(
      'Проценты по договору 20 % годовых, это около 12,79 ₽ в день с основного долга 23 343,60 ₽. Но кредитор заявил меньше процентов, чем набежало бы по этой ставке за дни просрочки. Начисляет ли он их сейчас, спросите у него.',
    );
  });

  test('as far as the law lets interest grow: where all but a little has been charged nobody asks for more', () => {
    const long = { overdueFrom: toDay('2024-08-01'), interest: kopecks(4_900_000) };
    expect(wordsOf({ ...long, charges: [kopecks(4_900_000)] })[0]).toMatch(/^Долг растёт/);
  });

  const held =
    'Соглашение расторгнуто, и снова может начисляться то, что сказано ниже. Сколько кредитор может здесь заявить, сказано в «После расторжения соглашения».';
  test('after a termination not beside what its creditor may state at most', () => {
    const [first, second, ...rest] = wordsOf({ restored: true });
    expect([first, second]).toEqual([held, expect.stringMatching(/^Проценты по договору 292 % годовых/)]);
    expect(rest).toHaveLength(2);
    expect(wordsOf({ restored: true, contractKind: 'utilities' })).toEqual([
      held,
      'Процентов по такому долгу нет.',
      expect.stringMatching(/^Неустойка: с 31-го дня/),
    ]);
    // Nothing grows, so that nothing is held.
    const all = { restored: true, charges: [kopecks(5_057_780)] };
    expect(wordsOf(all)).toEqual([expect.stringContaining('больше не растёт')]);
  });

  test.each([
    ['telecom', { contractKind: 'telecom' }, false],
    ['a loan without interest', { rateBps: 0 }, false],
    ['a loan whose principal is paid', { principal: kopecks(0) }, false],
    ['a loan with interest', {}, true],
    ['a loan of an unknown rate', { rateBps: null }, true],
  ] as const)('after a termination, with its penalty at rest, %s is charged again or not', (_, change, isCharged) => {
    const restored = { ...change, restored: true };
    const atRest = { interest: null, penalty: 'Военная служба с 12.10.2026' };
    expect([wordsOf(restored, atRest).includes(held), wordsOf(restored).includes(held)]).toEqual([isCharged, true]);
  });

  test('no more where all that the law allows has been charged', () => {
    expect(wordsOf({ charges: [kopecks(5_057_780)] })).toEqual([
      'Долг больше не растёт: начислено уже столько, сколько закон разрешает по этому договору (353-ФЗ, ст. 5, ч. 24).',
    ]);
    expect(wordsOf({ charges: [kopecks(5_057_779)] }).at(-1)).toContain('не больше 0,01 ₽');
  });

  test.each([
    ['a loan of more than a year', { contractEnd: toDay('2026-07-12') }],
    ['a loan whose end is unknown', { contractEnd: null }],
    ['a loan whose sum is unknown', { issuedAmount: null }],
    ['a debt that is no consumer credit', { contractKind: 'other', right: 'none' }],
  ] as const)('without a whole ceiling for %s', (_, change) => {
    expect(wordsOf(change).join(' ')).not.toContain('ч. 24');
  });

  test.each([
    ['without interest', { rateBps: 0 }, 'Проценты по договору не начисляются.', '0,1 % в день'],
    ['of an unknown rate', { rateBps: null }, 'Кредитор не назвал ставку договора', '0,1 % в день'],
    ['whose principal is paid', { principal: kopecks(0) }, 'Проценты по договору не начисляются.', '20 % годовых'],
    ['that is no consumer credit', { contractKind: 'other', right: 'none' }, 'Долг растёт', 'спросите кредитора'],
  ] as const)('of a loan %s', (_, change, interest, penalty) => {
    const [first, second] = wordsOf(change);
    expect([first, second]).toEqual([expect.stringContaining(interest), expect.stringContaining(penalty)]);
  });

  test('of utilities by the law, of telecom nothing is known', () => {
    expect(wordsOf({ contractKind: 'utilities' })).toEqual([
      'Процентов по такому долгу нет.',
      'Долг растёт на неустойку: с 31-го дня просрочки не больше 1/300, с 91-го не больше 1/130 ключевой ставки в день (ЖК РФ, ст. 155, ч. 14).',
    ]);
    expect(wordsOf({ contractKind: 'telecom' })[1]).toContain('спросите кредитора');
  });

  test('what stands still by an event of his life stands still', () => {
    const why = 'Банкротство через суд с 12.10.2026';
    expect(wordsOf({}, { interest: why, penalty: why })).toEqual([`Сейчас долг не растёт. Причина: ${why}.`]);
    expect(wordsOf({}, { interest: null, penalty: why })[1]).toBe(`Неустойка сейчас не начисляется. Причина: ${why}.`);
    expect(wordsOf({ contractKind: 'utilities' }, { interest: null, penalty: why })).toHaveLength(2);
  });

  test('nor what is bargained about or agreed on', () => {
    expect(wordsOf({ frozen: true })).toEqual([expect.stringContaining('не растёт')]);
  });

  test('and once bailiffs collect it, the court has said so', () => {
    expect(wordsOf({ stage: 'enforcement' })).toEqual([
      'Кредитор сообщает, что долг взыскивают по решению суда: растёт ли он дальше, сказано в решении или приказе.',
    ]);
  });
});

// 353-ФЗ, ст. 5, ч. 24; docs/decisions/0214. 130 % of 38 906,00 are 50 577,80.
describe('a claim for more than the law lets its contract bear', () => {
  const said = (charged: number, change: Partial<GrowingClaim> = {}) =>
    wordsOf({ charges: [kopecks(charged)], ...change });
  const above =
    'Процентов, неустойки и комиссий заявлено 50 577,81 ₽, это на 0,01 ₽ больше, чем закон разрешает по этому договору (353-ФЗ, ст. 5, ч. 24). Эту часть можно оспорить: соглашение на неё здесь не заключить.';

  test('is told with the sum that may be disputed, also while it is bargained about', () => {
    expect(said(5_057_780)).toEqual([expect.stringMatching(/^Долг больше не растёт/)]);
    expect(said(5_057_781)).toEqual([above, expect.stringMatching(/^Долг больше не растёт/)]);
    expect(said(5_057_781, { frozen: true })[0]).toBe(above);
    expect(said(5_057_781, { stage: 'enforcement' })[0]).toBe(above);
  });

  test('is not where a court has decided', () =>
    expect(said(5_057_781, { stage: 'enforcement', awarded: true })).toHaveLength(1));
});
