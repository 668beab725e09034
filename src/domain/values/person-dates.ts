import { addDays, addMonths, type Day, fullYears } from './days.ts';

const OLDEST = 120;

/** A passport is given at 14 and replaced at these ages (постановление Правительства № 2267). */
const FIRST_PASSPORT_AGE = 14;
const REPLACEMENT_AGES = [20, 45];

/** A person is at least `adult` (18 by law) and at most 120 years old on a day: today, or the day of the contract. */
export function checkBirth(born: Day, on: Day, adult = 18): string | null {
  const age = fullYears(born, on);
  if (age < adult) return `Возраст должен быть от ${adult} лет`;
  return age > OLDEST ? 'Дата рождения указана неверно' : null;
}

/** The day of issue of a Russian passport: from the 14th birthday, where that is known, to today. */
export function checkPassportIssued(issued: Day, born: Day | null, today: Day): string | null {
  if (issued > today) return 'Дата выдачи паспорта ещё не наступила';
  return born !== null && fullYears(born, issued) < FIRST_PASSPORT_AGE
    ? `Паспорт выдаётся с ${FIRST_PASSPORT_AGE} лет`
    : null;
}

/**
 * A warning, not a refusal: a birthday of replacement is after the issue, and more than `graceDays` have passed.
 * The grace is given by the settings (90 days by law now).
 */
export function warnPassportOutdated(issued: Day, born: Day, today: Day, graceDays: number): string | null {
  const outdated = REPLACEMENT_AGES.some((age) => {
    const birthday = addMonths(born, age * 12);
    return issued < birthday && birthday < today && addDays(birthday, graceDays) < today;
  });
  return outdated ? 'Паспорт подлежал замене' : null;
}
