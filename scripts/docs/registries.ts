import { registryColumns } from '#domain/registries/registry-columns.ts';
import { problemCodes } from '#domain/registries/registry-problems.ts';
import { type Column, columnGroups } from '#domain/registries/registry-rules.ts';

const titles = { full: 'Реестр займов', simple: 'Упрощённый реестр' } as const;
const head = ['№', 'столбец', 'код', 'раздел', 'обязателен', 'что писать', 'узнаётся и как', 'видит заёмщик'];

/** The page of what a creditor's file may bring: the columns of both registries, their lists, the codes of problems. */
export function registriesPage(): string {
  const kinds = (['full', 'simple'] as const).map((kind) => `## ${titles[kind]}\n\n${table(registryColumns[kind])}`);
  const codes = Object.entries(problemCodes).map(([code, name]) => `| ${code} | ${name} |`);
  const problems = `## Коды замечаний к строкам\n\n| код | что не так |\n| --- | --- |\n${codes.join('\n')}`;
  const title =
    '# Реестры кредиторов\n\nСделано из `src/domain/registries/registry-columns.ts` командой `npm run docs`.';
  return `${[title, ...kinds, lists(), problems].join('\n\n')}\n`;
}

function table(columns: readonly Column[]): string {
  const rows = columns.map(({ header, code, group, required, hint, aliases, debtorSees }, index) => [
    String(index + 1),
    header,
    `\`${code}\``,
    columnGroups[group],
    required ? 'да' : '',
    hint,
    aliases.join(', '),
    debtorSees ? 'да' : 'нет',
  ]);
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function lists(): string {
  const parts = registryColumns.full.flatMap(({ header, rule }) =>
    rule.kind === 'choice'
      ? [`**${header}**: ${rule.list.map(({ code, label }) => `${label} (\`${code}\`)`).join(', ')}.`]
      : [],
  );
  return `## Списки\n\n${parts.join('\n\n')}`;
}
