import { notifications } from '#contract/platform/notifications.ts';
import { timeZones } from '#domain/places/time-zones.ts';
import { refresh } from '#web/kit/data/query.ts';
import { Form, useOperationForm } from '#web/kit/form/form.tsx';
import { useMe } from '#web/kit/session/session.ts';
import { Card } from '#web/ui/display/card.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { notify } from '#web/ui/overlays/notify.ts';
import type { Choices } from './choices.ts';
import { texts } from './choices-texts.ts';

const t = texts.schedule;
const atOnce = '';
const hourWords = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;
const hours = Array.from({ length: 24 }, (_, hour) => [String(hour), hourWords(hour)] as const);
const digests = [[atOnce, t.atOnce] as const, ...hours.map(([hour, words]) => [hour, t.digest(words)] as const)];
const zones = timeZones.map(
  ({ code, label, aliases }) => [code, `${label}, ${aliases.find((one) => /^[А-Я][а-я]/.test(one)) ?? code}`] as const,
);

/** Hours in which nothing comes, and whether letters are gathered. */
export function ScheduleCard({
  schedule: { zone, quietFrom, quietUntil, digestAt },
}: {
  schedule: Choices['schedule'];
}) {
  const isDebtor = useMe()?.kind === 'individual';
  const form = useOperationForm({
    operation: notifications.setSchedule,
    initial: {
      zone,
      quietFrom: String(quietFrom),
      quietUntil: String(quietUntil),
      digestAt: digestAt === null ? atOnce : String(digestAt),
    },
    body: (values) => ({
      zone: values.zone,
      quietFrom: Number(values.quietFrom),
      quietUntil: Number(values.quietUntil),
      digestAt: values.digestAt === atOnce ? null : Number(values.digestAt),
    }),
    done: async () => {
      notify({ severity: 'success', summary: texts.saved });
      await refresh();
    },
  });
  return (
    <Card title={t.title}>
      <p className="dim">{isDebtor ? `${t.lead} ${t.ofDebts}` : t.lead}</p>
      <Form form={form} action={t.save}>
        <SelectField {...form.field('zone')} label={t.zone} choices={zones} />
        <SelectField {...form.field('quietFrom')} label={t.quietFrom} choices={hours} />
        <SelectField {...form.field('quietUntil')} label={t.quietUntil} hint={t.sameHint} choices={hours} />
        <SelectField {...form.field('digestAt')} label={t.digestAt} choices={digests} />
      </Form>
    </Card>
  );
}
