import { type VerificationStatus, verificationMachine } from '#domain/parties/verification.ts';
import { type Fact, Facts } from '#web/ui/display/facts.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import { StatusTag } from '#web/ui/display/tag.tsx';
import { formatWaiting } from '#web/ui/format.ts';
import type { ApiError } from '../data/api.ts';
import { detailTexts as t } from './texts.ts';

/** Somebody at a glance, beside the list: the state of the verification, and the facts that are told. */
export function VerifiedGlance<Data extends { verificationStatus: VerificationStatus; pendingSince: string | null }>({
  read: { data, error, isPlaceholderData },
  waiting,
  facts,
}: {
  read: { data: Data | undefined; error: ApiError | null; isPlaceholderData: boolean };
  /** What the time in the queue is called. */
  waiting: string;
  facts: (data: Data) => Fact[];
}) {
  if (error) return <Notice tone="danger">{error.message}</Notice>;
  if (!data || isPlaceholderData) return <p role="status">{t.loading}</p>;
  const since = data.pendingSince && { label: waiting, value: formatWaiting(data.pendingSince) };
  return (
    <>
      <div>
        <StatusTag of={verificationMachine} status={data.verificationStatus} />
      </div>
      <Facts items={[...(since ? [since] : []), ...facts(data)]} />
    </>
  );
}
