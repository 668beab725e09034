import type { Column } from '#domain/registries/registry-rules.ts';
import { dash, formatDayOf, formatMoneyOf, formatPercent } from '#web/ui/format.ts';

/** What the columns of a registry are called, and how their values are read. */
export interface Reading {
  nameOf: (code: string) => string;
  /** A value in the form in which it is kept: money in kopecks, percent in basis points, a choice by its code. */
  show: (code: string, value: string | null) => string;
}

/** How rows of a registry are shown by its columns. */
export function readingOf(columns: readonly Column[]): Reading {
  const byCode = new Map(columns.map((column) => [column.code, column]));
  return {
    nameOf: (code) => byCode.get(code)?.header ?? code,
    show: (code, value) => (value === null ? dash : shown(byCode.get(code), value)),
  };
}

function shown(column: Column | undefined, value: string): string {
  const rule = column?.rule;
  switch (rule?.kind) {
    case 'money':
    case 'component':
      return formatMoneyOf(Number(value));
    case 'percent':
      return formatPercent(Number(value));
    case 'choice':
      return rule.list.find(({ code }) => code === value)?.label ?? value;
    default:
      return formatDayOf(value);
  }
}
