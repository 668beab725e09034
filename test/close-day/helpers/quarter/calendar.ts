import { type Day, toDay, weekday } from '#domain/values/days.ts';
import { closeMonth } from '../../../ledger/helpers/months.ts';
import type { Dice } from './context.ts';
import type { Life } from './life.ts';
import type { Quarter } from './stage.ts';

/** The first day of the quarter that is lived through: within it the rate of VAT changes. It has so many days. */
export const first = toDay('2025-12-01');
export const days = 92;

/** More agreements are not concluded. */
const mostAgreements = 14;

/** What is done on which day: some of it by the calendar, the rest as the dice say. @returns does what a day brings */
export function calendarOf(stage: Quarter, { acts, agreements }: Life, dice: Dice) {
  const { accountant, bank } = stage;
  const byCalendar: Readonly<Record<string, (day: Day) => Promise<void>>> = {
    '2025-12-01': acts.agree,
    '2025-12-02': acts.agree,
    '2025-12-03': acts.agree,
    '2025-12-04': acts.agree,
    '2025-12-09': acts.strangeMoney,
    '2025-12-16': acts.assignHeld,
    '2025-12-30': () => acts.pay('Бета'),
    '2025-12-31': () => bank.payOutAtOnce(false),
    '2026-01-01': acts.refusedPayout,
    '2026-01-02': () => acts.refund('Бета'),
    '2026-01-06': () => closeMonth(stage, accountant, toDay('2025-12-01')),
    '2026-01-12': acts.payInvoices,
    '2026-01-14': acts.transfer,
    '2026-01-15': acts.returnedPayout,
    '2026-01-20': () => acts.payOutside(toDay('2025-12-29'), true),
    '2026-02-03': acts.transfer,
    '2026-02-05': () => closeMonth(stage, accountant, toDay('2026-01-01')),
    '2026-02-10': acts.payInvoices,
    '2026-02-24': acts.strangeMoney,
    '2026-02-26': acts.returnedPayout,
    '2026-03-02': () => closeMonth(stage, accountant, toDay('2026-02-01')),
  };
  return async (day: Day): Promise<void> => {
    await byCalendar[day]?.(day);
    if (weekday(day) > 5 || dice.chance(0.6)) return;
    if (agreements.length < mostAgreements && dice.chance(0.5)) await acts.agree(day);
    for (let times = dice.whole(1, 2); times > 0; times--) await acts.pay();
    if (dice.chance(0.5)) await acts.refund();
    if (dice.chance(0.2)) await acts.payOutside(day);
  };
}
