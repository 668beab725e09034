import { formatValue, type Settings } from '#domain/settings/setting.ts';
import { formatInstant } from '#web/ui/format.ts';
import { settingTexts as t } from './texts.ts';

interface Turn {
  id: number;
  at: string;
  who: string | null;
  before: object;
  after: object;
}

/** Who turned what, the newest first, in the words of the settings. */
export function SettingHistory({ settings, items }: { settings: Settings; items: readonly Turn[] }) {
  if (items.length === 0) return <p className="dim">{t.nobody}</p>;
  return (
    <ul>
      {items.map(({ id, at, who, before, after }) => (
        <li key={id}>
          {changesOf(settings, before, after).map((change) => (
            <p key={change}>{change}</p>
          ))}
          <p className="dim small">
            {who ?? t.system}, <time dateTime={at}>{formatInstant(at)}</time>
          </p>
        </li>
      ))}
    </ul>
  );
}

const changesOf = (settings: Settings, before: object, after: object): string[] =>
  Object.entries(settings)
    .filter(([name]) => name in after)
    .map(([name, setting]) =>
      t.change(
        setting.label,
        formatValue(setting, before[name as keyof object]),
        formatValue(setting, after[name as keyof object]),
      ),
    );
