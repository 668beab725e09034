import { notifications } from '#contract/platform/notifications.ts';
import { useRead } from '#web/kit/data/query.ts';
import { WithObject } from '#web/kit/detail/with-object.tsx';
import { ChannelsCard } from './channels-card.tsx';
import styles from './choices-card.module.css';
import { ChoicesCard } from './choices-card.tsx';
import { texts } from './choices-texts.ts';
import { ScheduleCard } from './schedule-card.tsx';

/** Of what and by what a person is told beside the cabinet, and when. */
export default function ChoicesPage() {
  const read = useRead(notifications.choices);
  return (
    <div className={`stack ${styles.page}`}>
      <h1>{texts.title}</h1>
      <p className="dim">{texts.lead}</p>
      <WithObject read={{ ...read, isPlaceholderData: false }}>
        {(choices) => (
          <>
            <ChannelsCard choices={choices} />
            <ScheduleCard schedule={choices.schedule} />
            {choices.groups.map((group) => (
              <ChoicesCard key={group.title} group={group} channels={choices.channels} />
            ))}
          </>
        )}
      </WithObject>
    </div>
  );
}
