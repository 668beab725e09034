import { useState } from 'react';
import type { Result } from '#contract/kernel/op.ts';
import { rates } from '#contract/platform/rates.ts';
import { RATE_KINDS, rateTitle } from '#domain/rates/rate-kinds.ts';
import { rateState, rateWords } from '#domain/rates/rate-words.ts';
import { type Rates, staleKeyRate } from '#domain/rates/rates.ts';
import { categoryWords, creditCategories, missingAverages } from '#domain/settlements/price/full-cost-cap.ts';
import { type Day, formatDay } from '#domain/values/days.ts';
import { useRates } from '#web/features/rates/use-rates.ts';
import { useReadOf } from '#web/kit/data/query.ts';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { AddButton } from '#web/kit/list/add-button.tsx';
import { mayAsk } from '#web/kit/session/access.ts';
import { useMe } from '#web/kit/session/session.ts';
import { serverDay } from '#web/ui/clock.ts';
import { Notice } from '#web/ui/display/notice.tsx';
import { formatInstant } from '#web/ui/format.ts';
import { MissingCalendar } from './rates/missing-calendar.tsx';
import { ratesTexts as t } from './rates/texts.ts';
import { lines, Reference } from './reference.tsx';

const RateDialog = lazyPart(
  () => import('./rates/rate-dialog.tsx'),
  (module) => module.RateDialog,
);

const dialogOver = (known: Rates) => (onClose: () => void) => <RateDialog known={known} onClose={onClose} />;

/** What the law sets by days, with its source: past, in force and coming; operators read what a coming row touches. */
export default function RatesPage() {
  const rows = useRates();
  const isWatcher = mayAsk('rates.list', useMe());
  const { data } = useReadOf(rates.list, isWatcher ? {} : undefined);
  const [today] = useState(serverDay);
  const touchedBy = (kind: string, key: string, from: string) =>
    data?.rows.find((row) => row.kind === kind && row.key === key && row.from === from)?.touched ?? {};
  const kinds = Object.keys(RATE_KINDS);
  const shown = rows.toSorted(
    (one, other) =>
      // What is coming is what somebody looks for here.
      Number(other.from > today) - Number(one.from > today) ||
      kinds.indexOf(one.kind) - kinds.indexOf(other.kind) ||
      one.key.localeCompare(other.key) ||
      (one.from < other.from ? 1 : -1),
  );
  return (
    <Reference
      about={t.about}
      head={[t.what, t.from, t.state, t.value, t.source, ...(isWatcher ? [t.touches] : [])]}
      rows={shown.map(({ kind, key, from, value, source }) => ({
        key: `${kind}.${key}.${from}`,
        cells: [
          rateTitle(kind, key),
          formatDay(from),
          t.states[rateState(rows, { kind, key, from }, today)],
          lines(rateWords(kind, value)),
          sourceWithLink(t.sourceWords(source)),
          ...(isWatcher ? [lines(t.touched(touchedBy(kind, key, from)))] : []),
        ],
      }))}
    >
      <p className="dim small">{t.marks}</p>
      {rows.length > 0 && (
        <div className="row">
          <AddButton operation={rates.propose} label={t.propose} dialog={dialogOver(rows)} />
        </div>
      )}
      {data && <History changes={data.changes} />}
      {/* Before the rows have come nothing is known to be missing. */}
      {isWatcher && rows.length > 0 && <MissingAverages rates={rows} today={today} />}
      {isWatcher && rows.length > 0 && <MissingCalendar rates={rows} today={today} />}
      {isWatcher && <StaleKeyRate rates={rows} today={today} />}
    </Reference>
  );
}

/** A source with its link, which opens here and shows the other page nothing. */
function sourceWithLink(source: string) {
  const [address] = /https?:\/\/\S+/.exec(source) ?? [];
  if (address === undefined) return source;
  const [before, after] = source.split(address);
  return (
    <>
      {before}
      <a href={address} rel="noreferrer">
        {new URL(address).hostname}
      </a>
      {after}
    </>
  );
}

type Change = Result<typeof rates.list>['changes'][number];

/** What has been proposed lately, by whom, and what became of it. */
function History({ changes }: { changes: readonly Change[] }) {
  return (
    <details>
      <summary>{t.history.title}</summary>
      {changes.length === 0 && <p>{t.history.none}</p>}
      <ul className="stack">
        {changes.map(({ id, words, status, maker, decidedBy, endedWhy, createdAt }) => (
          <li key={id}>
            <p>{words}</p>
            <p className="dim small">
              {t.history.of(formatInstant(createdAt), maker, t.history.statuses[status], decidedBy)}
            </p>
            {endedWhy !== null && <p className="dim small">{endedWhy}</p>}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** That the last key rate that is known is old, and what is counted meanwhile. */
function StaleKeyRate({ rates: rows, today }: { rates: Rates; today: Day }) {
  const stale = staleKeyRate(rows, today);
  if (stale === null) return null;
  return (
    <Notice tone="warning">
      <div className="stack-tight">
        <strong>{t.keyRate.title(stale.from)}</strong>
        <p>{t.keyRate.lead}</p>
        <p>{t.keyRate.todo}</p>
      </div>
    </Notice>
  );
}

/** Which averages of the Bank of Russia nobody has entered, and what to do until when. */
function MissingAverages({ rates: rows, today }: { rates: Rates; today: Day }) {
  const missing = missingAverages(rows, today);
  const next = missing.find(({ from }) => from > today);
  if (missing.length === 0) return null;
  return (
    <Notice tone="warning">
      <div className="stack-tight">
        <strong>{t.averages.title}</strong>
        <p>{t.averages.lead}</p>
        <ul>
          {missing.map(({ from, categories }) => (
            <li key={from}>
              {t.averages.since(from)}:{' '}
              {categories.length === creditCategories.length ? t.averages.all : categoryWords(categories, ', ')}
            </li>
          ))}
        </ul>
        {missing.some(({ from }) => from <= today) && <p>{t.averages.begun}</p>}
        {next && <p>{t.averages.todo(next.from)}</p>}
      </div>
    </Notice>
  );
}
