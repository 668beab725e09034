import { formatDay, parseDay } from '#domain/days.ts';
import { formatMoney, kopecks } from '#domain/money.ts';
import type { Column } from '#domain/registry-rules.ts';
import { absent } from '#web/ui/format.ts';

/** A day of the server as a person reads it; nothing is a dash. */
export function shownDay(value: string | null): string {
  const day = parseDay(value ?? '');
  return day ? formatDay(day) : (value ?? absent);
}

/** «19,9 %» of basis points. */
export const shownPercent = (points: number): string =>
  `${(points / 100).toLocaleString('ru-RU', { maximumFractionDigits: 2 })}\u00A0%`;

/** What the columns of a registry are called, and how their values are read. */
export interface Reading {
  nameOf: (code: string) => string;
  /** A value in the form in which it is kept: money in kopecks, percent in basis points, a choice by its code. */
  show: (code: string, value: string | null) => string;
}

export function readingOf(columns: readonly Column[]): Reading {
  const byCode = new Map(columns.map((column) => [column.code, column]));
  return {
    nameOf: (code) => byCode.get(code)?.header ?? code,
    show: (code, value) => (value === null ? absent : shown(byCode.get(code), value)),
  };
}

function shown(column: Column | undefined, value: string): string {
  const rule = column?.rule;
  switch (rule?.kind) {
    case 'money':
    case 'component':
      return formatMoney(kopecks(Number(value)));
    case 'percent':
      return shownPercent(Number(value));
    case 'choice':
      return rule.list.find(({ code }) => code === value)?.label ?? value;
    default:
      return shownDay(value);
  }
}
