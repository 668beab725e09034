import type { Result } from '#contract/kernel/op.ts';
import { DELIVERY_STATUSES, deliveries } from '#contract/platform/deliveries.ts';
import { CHANNELS } from '#domain/settings/notification-event.ts';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { Can } from '#web/kit/session/can.tsx';
import { Button } from '#web/ui/button.tsx';
import { Facts } from '#web/ui/display/facts.tsx';
import { formatInstant } from '#web/ui/format.ts';
import { openDialog } from '#web/ui/overlays/open-dialog.ts';
import { texts } from './texts.ts';

const ResendDialog = lazyPart(
  () => import('./resend-dialog.tsx'),
  (module) => module.ResendDialog,
);

const { columns: titles } = texts;
const moment = (value: string | null): string | null => value && formatInstant(value);

/** One delivery with all that is known of it; what did not come may be sent again. */
export function DeliveryPreview({ delivery }: { delivery: Result<typeof deliveries.list>['items'][number] }) {
  const { id, channel, status, attempts, providerId, problem, canResend } = delivery;
  return (
    <>
      <Facts
        items={[
          { label: titles.who, value: delivery.who },
          { label: titles.channel, value: CHANNELS[channel] },
          { label: titles.status, value: DELIVERY_STATUSES[status] },
          { label: titles.problem, value: problem && (texts.problems[problem] ?? problem) },
          { label: titles.attempts, value: attempts },
          { label: titles.providerId, value: providerId },
          { label: titles.createdAt, value: formatInstant(delivery.createdAt) },
          { label: titles.dueAt, value: formatInstant(delivery.dueAt) },
          { label: titles.sentAt, value: moment(delivery.sentAt) },
          { label: titles.deliveredAt, value: moment(delivery.deliveredAt) },
          { label: titles.openedAt, value: moment(delivery.openedAt) },
        ]}
      />
      {canResend && (
        <Can op={deliveries.resend} params={{ id }}>
          <Button onClick={() => openDialog((close) => <ResendDialog id={id} onClose={close} />)}>
            {texts.resend}
          </Button>
        </Can>
      )}
    </>
  );
}
