import { useState } from 'react';
import { notifications } from '#contract/platform/notifications.ts';
import { useWrite } from '#web/kit/data/query.ts';
import { Card } from '#web/ui/display/card.tsx';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { notify } from '#web/ui/overlays/notify.ts';
import type { Choices } from './choices.ts';
import styles from './choices-card.module.css';
import { texts } from './choices-texts.ts';

type Group = Choices['groups'][number];
type Event = Group['events'][number];
type Channels = Choices['channels'];

/** The events of one group, with a box for each channel; what nobody chooses says why beneath. The cabinet has all of them. */
export function ChoicesCard({ group: { title, events }, channels }: { group: Group; channels: Channels }) {
  const outside = channels.filter(({ code }) => code !== 'page');
  const ways = events.flatMap((event) => event.ways.filter(({ channel }) => channel !== 'page'));
  const reasons = [...new Set(ways.flatMap(({ why }) => why ?? []))];
  return (
    <Card title={title}>
      <ul className={styles.events}>
        {events.map((event) => (
          <li key={event.code} className={styles.event}>
            <strong>{event.label}</strong>
            <div className={styles.ways}>
              {outside.map((channel) => (
                <span key={channel.code} className={styles.way}>
                  <Way event={event} channel={channel} />
                </span>
              ))}
            </div>
          </li>
        ))}
      </ul>
      {reasons.length > 0 && (
        <details>
          <summary>{texts.why}</summary>
          <ul>
            {reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </details>
      )}
    </Card>
  );
}

function Way({ event, channel: { code, label, missing } }: { event: Event; channel: Channels[number] }) {
  // What was pressed is shown before the server has said so.
  const [chosen, setChosen] = useState<boolean>();
  const choose = useWrite(notifications.choose, {
    refused({ message }) {
      setChosen(undefined);
      notify({ severity: 'error', summary: message });
    },
  });
  const way = event.ways.find(({ channel }) => channel === code);
  if (!way) return null;
  if (way.isElsewhere) return <span className="dim">{texts.elsewhere(label)}</span>;
  if (way.why !== null) return <span className="dim">{texts.always(label)}</span>;
  return (
    <Checkbox
      label={
        <>
          <span aria-hidden="true">{label}</span>
          <span className="unseen">{texts.choiceOf(label, event.label)}</span>
        </>
      }
      checked={chosen ?? way.isOn}
      disabled={choose.isPending || missing !== null}
      onChange={({ target: { checked: isOn } }) => {
        setChosen(isOn);
        choose.mutate({ body: { event: event.code, channel: code, isOn } });
      }}
    />
  );
}
