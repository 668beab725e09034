import { paymentDays } from '#contract/settlements/payment-days.ts';
import { DownloadButton } from '#web/kit/parts/download-button.tsx';
import { Can } from '#web/kit/session/can.tsx';
import { texts } from './texts.ts';

/** The days of the payments as a file that calendars read. */
export function CalendarButton({ settlementId }: { settlementId: number }) {
  return (
    <Can op={paymentDays.calendar} params={{ id: settlementId }}>
      <div>
        <DownloadButton operation={paymentDays.calendar} params={{ id: settlementId }}>
          {texts.schedule.calendar}
        </DownloadButton>
      </div>
    </Can>
  );
}
