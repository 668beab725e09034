import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';

/** What a benchmark has found: figures in rows, with the bars beside them. */
export interface Report {
  title: string;
  /** What was measured and how, in a sentence or two. */
  about: string;
  head: readonly string[];
  rows: readonly (readonly string[])[];
  bars: readonly Bar[];
}

export interface Bar {
  id: string;
  what: string;
  figure: number;
  limit: number;
  unit: string;
}

const summary = 'docs/benchmarks.md';
const results = 'bench/results';
const intro = `# Измерения

Сводка последнего запуска \`npm run bench\`: каждая цифра снята с работающей программы рядом со своим пределом в том же
запуске. Смотрите на отношения и на время процессора (сервер вместе с PostgreSQL): часы на общей машине врут.
`;

/** A number as people read it in a table. */
export const number = (value: number, digits = 2): string => value.toFixed(digits).replace('.', ',');

/** The report as Markdown. */
export function write(report: Report): string {
  const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
    [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  const bars = report.bars.map(({ id, what, figure, limit, unit }) => [
    id,
    what,
    `${number(figure)} ${unit}`,
    `≤ ${limit} ${unit}`,
    figure <= limit ? 'да' : '**нет**',
  ]);
  const judged = table(['планка', 'что', 'сейчас', 'должно быть', 'взята'], bars);
  return `## ${report.title}\n\n${report.about}\n\n${table(report.head, report.rows)}\n\n${judged}\n`;
}

/** Saves the figures of this run and replaces the summary of the run before. */
export function saveReport(name: string, report: Report): void {
  mkdirSync(results, { recursive: true });
  writeFileSync(`${results}/${name}-${new Date().toISOString().replaceAll(':', '-')}.json`, JSON.stringify(report));
  const sections = existsSync(summary)
    ? readFileSync(summary, 'utf8')
        .split(/^(?=## )/m)
        .slice(1)
    : [];
  const others = sections.filter((section) => !section.startsWith(`## ${report.title}\n`));
  const all = [...others.map((section) => section.trim()), write(report).trim()].sort();
  writeFileSync(summary, `${intro}\n${all.join('\n\n')}\n`);
}
