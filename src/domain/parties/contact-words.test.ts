import { expect, test } from 'vitest';
import type { ContactReason } from './contact-law.ts';
import { commonReason, contactReasons, contactWords, reasonToDebtor, whenWords } from './contact-words.ts';

const now = new Date('2026-03-04T22:15:00+03:00');
const clock = { kind: 'message', zone: 'Europe/Moscow', now } as const;

test.each([
  [null, now, ''],
  [
    'hours',
    new Date('2026-03-05T08:00:00+03:00'),
    'У заёмщика неурочные часы: можно с 8:00 до 22:00, в выходные с 9:00 до 20:00. Можно завтра с 8:00 по местному времени заёмщика',
  ],
  [
    'day_limit',
    new Date('2026-03-05T08:00:00+03:00'),
    'В этот день уже 2 сообщения: больше закон не разрешает. Можно завтра с 8:00 по местному времени заёмщика',
  ],
  [
    'week_limit',
    new Date('2026-03-09T09:00:00+03:00'),
    'На этой неделе уже 4 сообщения: больше закон не разрешает. Можно 09.03 с 9:00 по местному времени заёмщика',
  ],
  ['refused', null, 'Заёмщик отказался от взаимодействия'],
  ['hospital', null, 'Заёмщик на стационарном лечении'],
  ['stated', null, 'Заёмщик сообщил об обстоятельстве, оператор его проверяет'],
] as const)('%s', (reason, nextAt, said) => {
  expect(contactWords({ reason, nextAt }, clock)).toBe(said);
});

test('what keeps all kinds back is said once, and of each only when it may be', () => {
  const zones = { zone: 'Europe/Moscow', zones: ['Europe/Moscow', 'Asia/Kamchatka'], now };
  const of = (reasons: (ContactReason | null)[]) =>
    commonReason(
      (['message', 'call', 'meeting'] as const).map((kind, index) => ({ kind, reason: reasons[index]!, nextAt: null })),
      zones,
    );
  expect(of(['hours', 'hours', 'hours'])).toMatch(/^Требования называют разные часовые пояса/);
  expect(of(['bankrupt', 'bankrupt', 'bankrupt'])).toBe('Заёмщик банкрот');
  expect(of(['week_limit', 'week_limit', 'week_limit'])).toBeNull();
  expect(of([null, 'hours', 'hours'])).toBeNull();
  expect(of([null, null, null])).toBeNull();
  expect(whenWords(new Date('2026-03-05T08:00:00+03:00'), zones)).toBe(
    'Можно завтра с 8:00 по местному времени заёмщика',
  );
});

test('days are those of the debtor', () => {
  // Already Thursday in Kamchatka, 07:30 by its clock.
  const early = new Date('2026-03-04T22:30:00+03:00');
  const words = contactWords(
    { reason: 'hours', nextAt: new Date('2026-03-04T23:00:00+03:00') },
    { kind: 'call', zone: 'Asia/Kamchatka', now: early },
  );
  expect(words).toContain('Можно сегодня с 8:00 по местному времени заёмщика');
});

test('of whom nobody knows where he lives it is said by which clock', () => {
  const words = contactWords(
    { reason: 'hours', nextAt: new Date('2026-03-05T09:00:00+03:00') },
    { ...clock, zone: null },
  );
  expect(words).toBe(
    'Часовой пояс заёмщика неизвестен: можно с 9:00 до 13:00 по Москве, в выходные с 10:00 до 11:00, когда не ночь нигде в России. Можно завтра с 9:00 по московскому времени',
  );
});

test('a call names the limit of calls', () => {
  const words = contactWords({ reason: 'day_limit', nextAt: null }, { ...clock, kind: 'call' });
  expect(words).toBe('В этот день уже 1 звонок: больше закон не разрешает');
});

test('the debtor reads of himself, and of limits the same as his creditor', () => {
  for (const reason of contactReasons) expect(reasonToDebtor(reason, 'call')).not.toMatch(/заёмщик/i);
  expect(reasonToDebtor('day_limit', 'call')).toBe('В этот день уже 1 звонок: больше закон не разрешает');
});
