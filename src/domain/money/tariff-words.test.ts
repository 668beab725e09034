import { expect, test } from 'vitest';
import { toDay } from '../values/days.ts';
import { kopecks } from '../values/money.ts';
import { termsInWords } from './tariff-words.ts';

const tariff = {
  payer: 'creditor',
  base: 'paid_amount',
  rateBps: 550,
  fixed: kopecks(1000),
  min: kopecks(5000),
  max: null,
  vatMode: 'included',
  vatBps: 2200,
  collect: 'invoice',
  validFrom: toDay('2026-12-01'),
  validTo: null,
} as const;
const plain = (text: string) => text.replaceAll('\u00A0', ' ');

test('all that counts a fee is told to whoever decides about it', () => {
  expect(plain(termsInWords(tariff))).toBe(
    '5,5 % от каждого платежа + 10,00 ₽, не меньше 50,00 ₽. Платит: кредитор. По счёту. НДС внутри 22 %. Действует с 01.12.2026 без срока',
  );
  const ofDebtor = {
    ...tariff,
    payer: 'individual',
    fixed: kopecks(0),
    min: kopecks(0),
    max: kopecks(90_000),
  } as const;
  expect(plain(termsInWords({ ...ofDebtor, vatMode: 'none', validTo: toDay('2026-12-31') }))).toBe(
    '5,5 % от каждого платежа, не больше 900,00 ₽. Платит: заёмщик. Без НДС. Действует с 01.12.2026 по 31.12.2026',
  );
});
