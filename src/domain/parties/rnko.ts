import { addMonths, compareDays, type Day } from '../values/days.ts';
import { type MoveOf, machine, type StatusOf } from '../values/machine.ts';

/**
 * Identification of a person or of a company by the credit organisation (docs/domain.md §7.7; 115-ФЗ). What was identified
 * once may be prepared anew; the level holds meanwhile.
 */
export const rnkoIdentityMachine = machine('rnko-identity', {
  first: 'none',
  states: {
    none: { label: 'Не начата', tone: 'neutral' },
    created: { label: 'Данные собраны', tone: 'info' },
    sent: { label: 'Проверяется в РНКО', tone: 'warning' },
    success: { label: 'Подтверждена', tone: 'success' },
    failed: { label: 'Не подтверждена', tone: 'danger' },
    expired: { label: 'Срок истёк', tone: 'warning' },
  },
  moves: {
    prepare: {
      from: ['none', 'created', 'success', 'failed', 'expired'],
      to: 'created',
      by: ['individual', 'head'],
      label: 'Собрать данные',
    },
    submit: {
      from: ['created'],
      to: 'sent',
      by: ['individual', 'head', 'operator:verifier'],
      label: 'Отправить в РНКО',
    },
    confirm: { from: ['sent'], to: 'success', by: ['partner'], label: 'Подтвердить' },
    fail: { from: ['sent'], to: 'failed', by: ['partner'], label: 'Не подтвердить' },
    expire: { from: ['success'], to: 'expired', by: ['system'], label: 'Срок истёк' },
  },
});
export type RnkoIdentityStatus = StatusOf<typeof rnkoIdentityMachine>;
export type RnkoIdentityMove = MoveOf<typeof rnkoIdentityMachine>;

/** How well somebody wants to be known; the partner may answer with less. */
export const WANTED_LEVELS = {
  simplified: 'Упрощённая: по данным паспорта, без встречи',
  full: 'Полная: с подтверждением личности в РНКО',
} as const;
export type WantedLevel = keyof typeof WANTED_LEVELS;

/** Who is known to the partner is identified anew at least so often (docs/domain.md §7.7). */
const VALID_MONTHS = 12;

/** The last day of an identification: the partner's word, but never later than a year from the day it was given. */
export function validUntil(partnersDay: Day | null, given: Day): Day {
  const longest = addMonths(given, VALID_MONTHS);
  return partnersDay !== null && compareDays(partnersDay, longest) < 0 ? partnersDay : longest;
}

/** What the partner wants to know before he looks, and where it is filled in. */
export const RNKO_GAPS = {
  birthDate: 'дата рождения',
  inn: 'ИНН',
  passport: 'паспорт',
  phone: 'телефон',
  ogrn: 'ОГРН',
  address: 'юридический адрес',
  representative: 'представитель',
  representativePassport: 'паспорт представителя',
} as const;
export type RnkoGap = keyof typeof RNKO_GAPS;
