import type { Result } from '#contract/kernel/op.ts';
import { contacts } from '#contract/registries/contacts.ts';
import { CONTACT_KINDS } from '#domain/parties/contact-law.ts';
import { CONTACT_STATES } from '#domain/parties/contact-record.ts';
import { timeZones } from '#domain/places/time-zones.ts';
import { labelOf } from '#domain/values/choice.ts';
import { type Day, formatDay } from '#domain/values/days.ts';
import { useRead } from '#web/kit/data/query.ts';
import { MoveButton } from '#web/kit/detail/move-button.tsx';
import { WithObject } from '#web/kit/detail/with-object.tsx';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { Can } from '#web/kit/session/can.tsx';
import { Button } from '#web/ui/button.tsx';
import { classes } from '#web/ui/classes.ts';
import { Card } from '#web/ui/display/card.tsx';
import { openDialog } from '#web/ui/overlays/open-dialog.ts';
import { contactTexts as t } from './texts.ts';
import styles from './week.module.css';

const EnterDialog = lazyPart(
  () => import('./enter-dialog.tsx'),
  (module) => module.EnterDialog,
);

const DenyDialog = lazyPart(
  () => import('./deny-dialog.tsx'),
  (module) => module.DenyDialog,
);

type Params = { id: number; r: number; e: number };
type Week = Result<typeof contacts.week>;
type KindNow = Week['kinds'][number];

/**
 * A week of a claim's debtor with its creditor: what was, what is planned, what is left of each kind, and why not now.
 * @param clock how it says by which zone
 */
export function ContactWeek({ params, clock = t.clock }: { params: Params; clock?: (zone: string) => string }) {
  const read = useRead(contacts.week, { params });
  const enter = () => openDialog((close) => <EnterDialog params={params} onClose={close} />);
  return (
    <WithObject read={read}>
      {(week) => (
        <Card title={t.week}>
          <p className="dim small">
            {clock(labelOf(timeZones, week.zone))} {t.answers}
          </p>
          <Days week={week} />
          <Open week={week} params={params} />
          {week.why !== null && <p>{week.why}</p>}
          <div className={styles.kinds}>
            {week.kinds.map((kind) => (
              <Kind key={kind.kind} of={kind} />
            ))}
          </div>
          <Can op={contacts.enter} params={params}>
            <div>
              <Button onClick={enter}>{t.enter}</Button>
            </div>
          </Can>
        </Card>
      )}
    </WithObject>
  );
}

function Days({ week }: { week: Week }) {
  return (
    <ol className={styles.days}>
      {week.days.map(({ day, isToday, contacts: held }, index) => (
        <li key={day} className={classes(styles.day, isToday && styles.today)}>
          <span className="dim small">{`${t.weekdays[index]} ${day.slice(8)}`}</span>
          {held.map(({ id, kind, time, status }) => (
            <span key={id} className="small">
              {t.contact(CONTACT_KINDS[kind], time)}
              {status !== 'held' && <span className="dim"> {CONTACT_STATES[status].toLowerCase()}</span>}
            </span>
          ))}
        </li>
      ))}
    </ol>
  );
}

/** What is planned, also beyond the week, and what somebody may still call off. */
function Open({ week, params }: { week: Week; params: Params }) {
  const open = week.open.map(({ id, kind, day, time, status, needsWhy, closed }) => ({
    id,
    needsWhy,
    closed: closed ?? undefined,
    name: t.contact(CONTACT_KINDS[kind], `${formatDay(day as Day)} ${time}`),
    state: CONTACT_STATES[status].toLowerCase(),
    label: status === 'planned' ? t.callOff : t.fail,
  }));
  return open.map(({ id, name, state, label, needsWhy, closed }) => (
    <Can key={id} op={contacts.fail} params={{ ...params, x: id }}>
      <div className={styles.open}>
        <span>
          {name} <span className="dim">{state}</span>
        </span>
        {needsWhy ? (
          <Button closed={closed} aria-label={`${label}: ${name}`} onClick={() => deny({ ...params, x: id }, name)}>
            {label}
          </Button>
        ) : (
          <MoveButton
            operation={contacts.fail}
            input={{ params: { ...params, x: id }, body: {} }}
            label={label}
            name={`${label}: ${name}`}
            done={t.failed}
            closed={closed}
          />
        )}
      </div>
    </Can>
  ));
}

const spans = ['day', 'week', 'month'] as const;

const deny = (params: Params & { x: number }, name: string) =>
  openDialog((close) => <DenyDialog params={params} name={name} onClose={close} />);

/** How many of a kind are used and left, and why it may not be now. */
function Kind({ of: { kind, used, limits, words, allowed } }: { of: KindNow }) {
  return (
    <div className="stack-tight">
      <strong>{t.kinds[kind]}</strong>
      <div className={styles.spans}>
        {spans.map((span) => {
          const limit = limits[span];
          return limit === null ? null : (
            <Used key={span} text={t.span(span, used[span], limit)} used={used[span]} of={limit} />
          );
        })}
      </div>
      {(allowed || words !== '') && <p className="dim small">{allowed ? t.free : words}</p>}
    </div>
  );
}

/** The places of a limit, those that are taken first; the words beside them say the same. */
function Used({ text, used, of }: { text: string; used: number; of: number }) {
  return (
    <span className="small">
      {text}
      <span className={styles.places} aria-hidden="true">
        {Array.from({ length: of }, (_, place) => (
          <span key={place} className={classes(styles.place, place < used && styles.taken)} />
        ))}
      </span>
    </span>
  );
}
