import { type ScheduleItemStatus, scheduleItemMachine } from '#domain/settlements/schedule-item.ts';
import { formatDay, parseDay, weekday } from '#domain/values/days.ts';
import { StatusTag, Tag } from '#web/ui/display/tag.tsx';
import { dash, formatAmountOf, formatDayOf, formatMoneyOf } from '#web/ui/format.ts';
import styles from './schedule.module.css';
import { scheduleTexts } from './schedule-texts.ts';

const t = scheduleTexts;

/** A row of a schedule, offered or agreed; only an agreed one has a status. Sums in kopecks. */
interface Row {
  no: number;
  /** The day of the plan; the money is due on the first working day from it on. */
  plannedDate?: string;
  dueDate: string;
  principal: number;
  interest: number;
  amount: number;
  status?: ScheduleItemStatus;
  /** The day that was agreed, of a payment that its debtor has shifted. */
  shiftedFrom?: string | null;
  /** Nobody asks for it while something in the debtor's life stops payments. */
  held?: boolean;
}

/** «25.12.2026, пт» */
const longDayOf = (value: string): string => {
  const day = parseDay(value);
  return day ? `${formatDay(day)}, ${t.weekdays[weekday(day) - 1]}` : dash;
};

/** «6 × 30 750,00 ₽»: all payments in a few words. */
export function shapeOf(rows: readonly Pick<Row, 'amount'>[]): string {
  const [first] = rows;
  if (!first) return dash;
  if (rows.length === 1) return t.once(formatMoneyOf(first.amount));
  // The remainder of a division makes the first rows, or the last, a kopeck larger.
  const turn = rows.findIndex(({ amount }) => amount !== first.amount);
  if (turn === -1) return t.equal(rows.length, formatMoneyOf(first.amount));
  const rest = rows.slice(turn);
  const [second] = rest;
  if (!second || rest.some(({ amount }) => amount !== second.amount)) return t.different(rows.length);
  return t.two(t.equal(turn, formatMoneyOf(first.amount)), t.equal(rest.length, formatMoneyOf(second.amount)));
}

/** A schedule as a picture: a column for each payment, as high as it is large, between its first day and its last. */
export function SchedulePicture({ rows }: { rows: readonly Row[] }) {
  const [first] = rows;
  const last = rows.at(-1);
  if (!first || !last) return null;
  const most = Math.max(...rows.map(({ amount }) => amount));
  return (
    <figure aria-label={t.picture} className={styles.picture}>
      <div aria-hidden="true" className={styles.columns} data-many={rows.length > 24 || undefined}>
        {rows.map(({ no, amount, status }) => (
          <span key={no} data-status={status} style={{ height: `${Math.max(6, (amount / most) * 100)}%` }} />
        ))}
      </div>
      <figcaption className={styles.caption}>
        <span>{formatDayOf(first.dueDate)}</span>
        <strong>{shapeOf(rows)}</strong>
        {rows.length > 1 && <span>{formatDayOf(last.dueDate)}</span>}
      </figcaption>
      {isMoved(first) && <p className="dim small">{t.firstMoved(formatDayOf(first.plannedDate))}</p>}
    </figure>
  );
}

/** Whether a payment falls on a day off and is due on the first working day after it (ГК РФ, ст. 193). */
const isMoved = (row: Row): row is Row & { plannedDate: string } =>
  row.plannedDate !== undefined && row.plannedDate !== row.dueDate && !row.shiftedFrom;

/** The same in numbers: every payment with its day and what is left after it. */
export function ScheduleTable({ rows }: { rows: readonly Row[] }) {
  const hasInterest = rows.some(({ interest }) => interest > 0);
  const rests = restsOf(rows);
  return (
    <table className={styles.table}>
      <caption className="unseen">{t.table}</caption>
      <thead>
        <tr>
          <th scope="col">{t.no}</th>
          <th scope="col">{t.due}</th>
          <th scope="col" className={styles.sum}>
            {t.amount}
          </th>
          {hasInterest && (
            <th scope="col" className={`${styles.sum} ${styles.interest}`}>
              {t.interest}
            </th>
          )}
          <th scope="col" className={styles.sum}>
            {t.rest}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={row.no}>
            <td>{row.no}</td>
            <td>
              <Due row={row} />
            </td>
            <td className={styles.sum}>{formatAmountOf(row.amount)}</td>
            {hasInterest && <td className={`${styles.sum} ${styles.interest}`}>{formatAmountOf(row.interest)}</td>}
            <td className={styles.sum}>{formatAmountOf(rests[index]!)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={2}>
            {t.total}
          </th>
          <td className={styles.sum}>{formatAmountOf(sumOf(rows))}</td>
          <td colSpan={1 + Number(hasInterest)} />
        </tr>
      </tfoot>
    </table>
  );
}

/** The day of a payment, why it is not the planned one, and what has become of it. */
function Due({ row }: { row: Row }) {
  const { dueDate, status, held } = row;
  return (
    <>
      {longDayOf(dueDate)}{' '}
      {held ? (
        <Tag tone="neutral">{t.held}</Tag>
      ) : (
        status !== undefined && status !== 'planned' && <StatusTag of={scheduleItemMachine} status={status} />
      )}
      {row.shiftedFrom && <div className="dim small">{t.shifted(formatDayOf(row.shiftedFrom))}</div>}
      {isMoved(row) && <div className="dim small">{t.moved(formatDayOf(row.plannedDate))}</div>}
    </>
  );
}

const sumOf = (rows: readonly Row[]): number => rows.reduce((sum, { amount }) => sum + amount, 0);

/** What is left to pay after each row. */
function restsOf(rows: readonly Row[]): number[] {
  let rest = sumOf(rows);
  return rows.map(({ amount }) => {
    rest -= amount;
    return rest;
  });
}
