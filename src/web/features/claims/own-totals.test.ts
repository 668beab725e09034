import { expect, test } from 'vitest';
import { nextWords, totalsOf, totalWords } from './own-totals.ts';

type Claims = Parameters<typeof totalsOf>[0];
type Settlement = NonNullable<Claims[number]['settlement']>;
const signed = (
  id: number,
  left: number,
  nextDueDate: string | null,
  nextSum: number | null,
  feeByDebtor = false,
): Settlement => ({
  status: 'waiting_for_payment',
  isSigned: true,
  paid: 0,
  owesPenalty: false,
  overdueSum: 0,
  id,
  left,
  nextDueDate,
  nextSum,
  feeByDebtor,
});
const claim = (id: number, totalAmount: number, settlement: Settlement | null = null) => ({
  id,
  creditor: `Кредитор ${id}`,
  contractNumber: `МЗ-${id}`,
  contractDate: '2026-01-12',
  contested: false,
  settled: false,
  frozen: settlement !== null,
  rejectReason: null,
  totalAmount,
  settlement,
});
const penaltyAlone = { ...signed(7, 0, null, null), paid: 90_000, owesPenalty: true };
const goesOn = () => false;
const counted = (all: Claims, isHeld: Parameters<typeof totalsOf>[1] = goesOn) => totalsOf(all, isHeld)!;
/** What the card says, with plain spaces. */
const said = (all: Claims) =>
  totalWords(counted(all)).map((line) => line.replaceAll(/\s(?=₽)/g, '').replaceAll(/\s/g, ' '));
const paysNext = (all: Claims) =>
  nextWords(counted(all).next!)
    .replaceAll(/\s(?=₽)/g, '')
    .replaceAll(/\s/g, ' ');

test('what is signed counts by its schedule, anything else as its creditor states it', () => {
  const all = [claim(1, 50_000), claim(2, 90_000, signed(7, 30_000, '2099-02-01', 10_000, true))];
  expect(counted(all)).toMatchObject({
    count: 2,
    total: 80_000,
    agreed: { count: 1, sum: 30_000 },
    claimed: 1,
    andFee: true,
    next: { nextSum: 10_000, nextDueDate: '2099-02-01', creditor: 'Кредитор 2', settlementId: 7 },
  });
  expect(said(all)).toEqual(['Долгов: 2. Осталось 300,00₽ по графику соглашения, остальное заявил кредитор.']);
  expect(said([claim(1, 50_000)])).toEqual(['Долгов: 1. Столько заявил кредитор.']);
  expect(said([claim(1, 50_000), { ...claim(2, 50_000), creditor: 'Кредитор 1' }])).toEqual([
    'Долгов: 2. Столько заявил кредитор.',
  ]);
  expect(said([claim(1, 50_000), claim(2, 50_000)])).toEqual(['Долгов: 2. Столько заявили кредиторы.']);
  const [one, other] = [claim(1, 9, signed(7, 3, '2099-02-01', 3)), claim(2, 9, signed(8, 3, '2099-02-01', 3))];
  expect(said([one])).toEqual(['Долгов: 1. Столько осталось по графику соглашения.']);
  expect(said([one, other])).toEqual(['Долгов: 2. Столько осталось по графикам соглашений.']);
});

test('nothing is owed of what is settled or paid', () => {
  const paid = { ...signed(7, 0, null, null), status: 'paid' } as const;
  const all = [
    { ...claim(1, 50_000), settled: true },
    { ...claim(2, 90_000), settlement: paid },
  ];
  expect(counted(all)).toMatchObject({ count: 0, total: 0, next: undefined });
});

test('whoever owes a penalty alone reads that, and not that he owes nothing or what creditors state', () => {
  const alone = claim(1, 90_000, penaltyAlone);
  expect(counted([alone])).toMatchObject({ count: 1, total: 0, penaltyAlone: 7 });
  expect(said([alone])).toEqual(['По графику всё оплачено, осталась неустойка: сумма на странице соглашения.']);
  const two = [alone, claim(2, 90_000, { ...penaltyAlone, id: 8 })];
  expect(said(two)).toEqual(['По графикам всё оплачено, осталась неустойка: суммы на страницах соглашений.']);
  expect(said([alone, claim(2, 50_000)])).toEqual([
    'Долгов: 2. Столько заявил кредитор.',
    'Неустойка, если она начислена, сюда не входит: её сумма на странице соглашения.',
  ]);
});

test('a penalty that is open, or may be, is said not to be in the sum', () => {
  const words = 'Неустойка, если она начислена, сюда не входит: её сумма на странице соглашения.';
  const plain = signed(7, 30_000, '2099-02-01', 10_000);
  const of = (settlement: Settlement) => said([claim(1, 90_000, settlement)]);
  expect(of(plain)).not.toContain(words);
  expect(of({ ...plain, owesPenalty: true })).toContain(words);
  expect(of({ ...plain, nextDueDate: '2020-02-01', overdueSum: 10_000 })).toContain(words);
});

test('the first payment that is asked for is named', () => {
  const all = [
    claim(1, 1, signed(1, 5, '2027-03-01', 5)),
    claim(2, 1, signed(2, 5, '2027-01-01', 3)),
    claim(3, 1, signed(3, 5, '2027-02-01', 4)),
  ];
  expect(counted(all).next).toMatchObject({ settlementId: 2, nextSum: 3 });
  expect(counted(all, (id) => id === 2).next).toMatchObject({ settlementId: 3, nextSum: 4 });
});

test('of the next payment all that is overdue is named, and that a fee comes on top', () => {
  const later = signed(7, 90_000, '2099-02-01', 10_000);
  expect(paysNext([claim(1, 90_000, later)])).toBe('Ближайший платёж по графику: 100,00₽ до 01.02.2099, Кредитор 1');
  expect(paysNext([claim(1, 90_000, { ...later, feeByDebtor: true })])).toBe(
    'Ближайший платёж по графику: 100,00₽, не считая вознаграждения платформы, до 01.02.2099, Кредитор 1',
  );
  const late = { ...later, nextDueDate: '2020-02-01' };
  expect(paysNext([claim(1, 90_000, { ...late, overdueSum: 30_000 })])).toBe(
    'Просрочено 300,00₽: первый срок был 01.02.2020, Кредитор 1',
  );
  expect(paysNext([claim(1, 90_000, { ...late, overdueSum: 10_000 })])).toBe(
    'Платёж 100,00₽ просрочен: срок был 01.02.2020, Кредитор 1',
  );
  expect(paysNext([claim(1, 90_000, { ...late, overdueSum: undefined })])).toBe(
    'Платёж просрочен: срок был 01.02.2020, Кредитор 1',
  );
});

test('a contract that two creditors claim is owed once, and the card says so', () => {
  const same = { contested: true, contractNumber: 'МЗ-1', contractDate: '2026-01-12' };
  const [one, other] = [
    { ...claim(1, 50_000), ...same },
    { ...claim(2, 50_000), ...same },
  ];
  expect(counted([one, other])).toMatchObject({ count: 1, total: 50_000 });
  expect(said([one, other])).toEqual([
    'Долгов: 1. Столько заявил кредитор.',
    'Договор, по которому деньги требуют два кредитора, посчитан один раз.',
  ]);
  const agreed = { ...one, settlement: signed(7, 30_000, '2099-02-01', 10_000) };
  expect(counted([agreed, other])).toMatchObject({ count: 1, total: 30_000 });
});

test('what was paid to one of two creditors of a contract is not counted for the other', () => {
  const same = { contested: true, contractNumber: 'МЗ-1', contractDate: '2026-01-12' };
  const other = { ...claim(2, 50_000), ...same };
  const settled = { ...claim(1, 40_000), ...same, settled: true };
  const paid = { ...claim(1, 40_000, { ...signed(7, 0, null, null), status: 'paid' }), ...same };
  for (const done of [settled, paid]) {
    expect(counted([done, other])).toMatchObject({ count: 0, total: 0 });
    expect(said([done, other, claim(3, 10_000)])).toEqual([
      'Долгов: 1. Столько заявил кредитор.',
      'Договор, по которому всё оплачено по соглашению с одним кредитором, сюда не входит, хотя деньги требует и другой.',
    ]);
  }
});

test('what he has called not his, paid or wrong is not counted, and the card says so', () => {
  const rejected = { ...claim(1, 50_000), rejectReason: 'not_mine' } as const;
  expect(counted([rejected])).toMatchObject({ count: 0, total: 0 });
  expect(counted([rejected, claim(2, 10_000)])).toMatchObject({ count: 1, total: 10_000 });
  expect(said([rejected, claim(2, 10_000)])).toEqual([
    'Долгов: 1. Столько заявил кредитор.',
    'Долги, с которыми вы не согласились, сюда не входят: 1.',
  ]);
  // The other creditor of the same contract still demands it.
  const same = { contested: true, contractNumber: 'МЗ-1', contractDate: '2026-01-12' };
  expect(
    counted([
      { ...rejected, ...same },
      { ...claim(2, 40_000), ...same },
    ]),
  ).toMatchObject({ total: 40_000 });
});

test('beside an older node that tells nothing of agreements no total is given', () => {
  const told = { ...claim(1, 50_000), frozen: true };
  const { settlement: _untold, ...untold } = told;
  expect(totalsOf([untold, claim(2, 10_000)], goesOn)).toBeUndefined();
  // Who has only sent a request is told of as well.
  expect(counted([told])).toMatchObject({ count: 1, total: 50_000 });
  expect(totalsOf([{ ...untold, settled: true }, claim(2, 10_000)], goesOn)).toMatchObject({ count: 1 });
});
