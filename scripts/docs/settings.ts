import { DEBUG_SETTINGS } from '#domain/settings/debug-settings.ts';
import { formatRange, formatValue, type Settings } from '#domain/settings/setting.ts';
import { SETTING_GROUPS } from '#domain/settings/settings.ts';

const kinds = [
  ...Object.entries(SETTING_GROUPS).map(([title, group]) => [`${title}: на всех узлах сразу`, group] as const),
  ['Отладка: на одном узле до его перезапуска', DEBUG_SETTINGS],
] as const satisfies readonly (readonly [string, Settings])[];
const head = ['код', 'настройка', 'обычно', 'допустимо', 'что меняет'];

/** The page of what an administrator turns while the program runs. */
export function settingsPage(): string {
  const title =
    '# Настройки\n\nСделано из `src/domain/settings/settings.ts` и `src/domain/settings/debug-settings.ts` командой `npm run docs`.';
  return `${[title, ...kinds.map(([name, settings]) => `## ${name}\n\n${table(settings)}`)].join('\n\n')}\n`;
}

function table(settings: Settings): string {
  const rows = Object.entries(settings).map(([code, setting]) => [
    `\`${code}\``,
    setting.label,
    formatValue(setting, setting.defaultValue),
    formatRange(setting) ?? '',
    setting.help,
  ]);
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
