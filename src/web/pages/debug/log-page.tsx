import { useEffect, useState } from 'react';
import type { Result } from '#contract/kernel/op.ts';
import { debug } from '#contract/platform/debug.ts';
import { LOG_LEVELS, type LogLevel, logLevels } from '#domain/settings/log-level.ts';
import type { Tone } from '#domain/values/machine.ts';
import { call } from '#web/kit/data/api.ts';
import { usePageData } from '#web/kit/page/page-title.ts';
import { DownloadButton } from '#web/kit/parts/download-button.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { Tag } from '#web/ui/display/tag.tsx';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { formatInstant, formatMilliseconds } from '#web/ui/format.ts';
import { DebugSettings } from './debug-settings.tsx';
import styles from './log.module.css';
import { texts as t } from './texts.ts';

type Read = Result<typeof debug.log>;
type Line = Read['items'][number];

/** How often new lines are asked for, and how many are kept on the page. */
const followMs = 2_000;
const most = 500;

const tones: Record<LogLevel, Tone> = {
  debug: 'neutral',
  info: 'info',
  warn: 'warning',
  error: 'danger',
  fatal: 'danger',
};
const levels = ['', ...logLevels] as const;

/** The end of the application log, and what is added to it while somebody looks. */
export default function LogPage() {
  const { title } = usePageData();
  const [q, setQ] = useState('');
  const [level, setLevel] = useState<'' | LogLevel>('');
  const [isFollowed, setFollowed] = useState(true);
  const items = useLog(q.trim(), level, isFollowed);
  return (
    <div className="stack">
      <h1>{title}</h1>
      <Card>
        <p className="dim">{t.about}</p>
        <div className={styles.criteria}>
          <TextField
            label={t.search}
            value={q}
            maxLength={200}
            onChange={({ target }) => setQ(target.value)}
            optional
          />
          <SelectField
            label={t.level}
            value={level}
            choices={levels.map((one) => [one, t.levels[one]] as const)}
            onChange={({ target }) => setLevel(levels.find((one) => one === target.value) ?? '')}
          />
          <Checkbox label={t.follow} checked={isFollowed} onChange={({ target }) => setFollowed(target.checked)} />
          <div>
            <DownloadButton operation={debug.logDownload}>{t.download}</DownloadButton>
          </div>
        </div>
      </Card>
      <Card>
        {items?.length === 0 && <p className="dim">{t.empty}</p>}
        <div role="log" aria-label={t.lines} aria-live="off" className={styles.lines}>
          {items?.map((line, index) => (
            <details key={`${line.at} ${items.length - index}`} className={styles.line}>
              <summary>
                <time dateTime={line.at} className="dim small">
                  {formatInstant(line.at)}
                </time>
                <Tag tone={tones[line.level]}>{LOG_LEVELS[line.level]}</Tag>
                <span>{lineText(line)}</span>
              </summary>
              <pre className={styles.more}>{JSON.stringify({ requestId: line.requestId, ...line.more }, null, 2)}</pre>
            </details>
          ))}
        </div>
      </Card>
      <DebugSettings />
    </div>
  );
}

/** A line in one sentence: of a request also what was asked, what came of it and how long it took. */
function lineText({ message, more: { operation, method, route, status, ms } }: Line): string {
  const asked = operation ?? (route && [method, route].join(' '));
  return [message, asked, status, typeof ms === 'number' && formatMilliseconds(ms)].filter(Boolean).join(' · ');
}

/** The lines that fit, followed while that is wanted; undefined until the first answer. */
function useLog(q: string, level: '' | LogLevel, isFollowed: boolean): readonly Line[] | undefined {
  const [items, setItems] = useState<readonly Line[]>();
  useEffect(() => {
    const leaving = new AbortController();
    const criteria = { ...(q && { q }), ...(level && { level }) };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const take = ({ items: fresh, place }: Read, isFirst: boolean): void => {
      if (leaving.signal.aborted) return;
      setItems((shown = []) => (isFirst ? fresh : [...fresh, ...shown]).slice(0, most));
      if (isFollowed) timer = setTimeout(() => void ask(place), followMs);
    };
    // A server that is not reached is asked again: the log says later what happened meanwhile.
    const ask = async (place?: string): Promise<void> => {
      try {
        const query = place === undefined ? criteria : { ...criteria, place };
        const operation = place === undefined ? debug.log : debug.logTail;
        take(await call(operation as typeof debug.log, { query, signal: leaving.signal }), place === undefined);
      } catch {
        if (!leaving.signal.aborted) timer = setTimeout(() => void ask(place), followMs);
      }
    };
    timer = setTimeout(() => void ask(), q ? 250 : 0);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [q, level, isFollowed]);
  return items;
}
