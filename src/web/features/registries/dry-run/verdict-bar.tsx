import { type Verdict, verdicts } from '#domain/registries/registry-import.ts';
import { ShareFigure } from '#web/ui/display/share-figure.tsx';
import { Tag } from '#web/ui/display/tag.tsx';
import type { Registry } from '../kind.ts';
import { registryTexts } from '../texts.ts';
import styles from './verdict-bar.module.css';

const t = registryTexts.verdicts;
const all = Object.keys(verdicts) as Verdict[];

/** What the rows of a file would do, as a bar and in numbers. They add up to the rows of the file. */
export function VerdictBar({ counts, isDry }: { counts: Registry['counts']; isDry: boolean }) {
  const there = all.filter((verdict) => counts[verdict] > 0);
  return (
    <ShareFigure
      label={t.label}
      shares={there.map((verdict) => ({
        key: verdict,
        size: counts[verdict],
        colour: styles[verdicts[verdict].tone],
      }))}
    >
      <ul className={styles.legend}>
        {there.map((verdict) => (
          <li key={verdict}>
            <Tag tone={verdicts[verdict].tone}>{verdicts[verdict].label}</Tag>
            <strong>{counts[verdict].toLocaleString('ru-RU')}</strong>
          </li>
        ))}
      </ul>
      {isDry && counts.warned > 0 && <p className="dim">{t.warned(counts.warned)}</p>}
    </ShareFigure>
  );
}
