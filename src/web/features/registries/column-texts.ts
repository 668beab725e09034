import type { Column } from '#domain/registries/registry-rules.ts';
import { labelOf } from '#domain/values/choice.ts';
import { dash, formatDayOf, formatMoneyOf, formatPercent } from '#web/ui/format.ts';

/** The texts of the columns of a registry, by their codes. */
export interface ColumnTexts {
  headingOf: (code: string) => string;
  /** A value in the form in which it is kept: money in kopecks, percent in basis points, a choice by its code. */
  valueText: (code: string, value: string | null) => string;
}

/** What the columns are called, and how their values are shown; of a column that there is no more, as they are. */
export function columnTexts(columns: readonly Column[]): ColumnTexts {
  const byCode = new Map(columns.map((column) => [column.code, column]));
  return {
    headingOf: (code) => byCode.get(code)?.header ?? code,
    valueText: (code, value) => (value === null ? dash : shown(byCode.get(code), value)),
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
      return labelOf(rule.list, value);
    default:
      return formatDayOf(value);
  }
}
