import type * as z from 'zod';
import type { Operation } from '#contract/kernel/op.ts';
import type { History } from '#contract/parties/verification.ts';
import type { PendingApproval } from '#contract/platform/approvals.ts';
import { type VerificationStatus, verificationMachine } from '#domain/parties/verification.ts';
import { Notice } from '#web/ui/display/notice.tsx';
import { StatusTag } from '#web/ui/display/tag.tsx';
import { formatInstant, formatInstantDay } from '#web/ui/format.ts';
import type { Href } from '#web/ui/href.ts';
import { useRead } from '../data/query.ts';
import { accessTo } from '../session/access.ts';
import { useMe } from '../session/session.ts';
import { PendingApprovals } from './approvals.tsx';
import { Timeline, WholeHistory } from './history.tsx';
import { MoveButtons, type MoveProps, type Verifiable } from './moves.tsx';
import { DetailPage, type DetailPageProps, historyTab, type Tab } from './page.tsx';
import { detailTexts } from './texts.ts';

/** What every card of somebody who is verified holds. */
interface Verified extends Verifiable {
  verificationStatus: VerificationStatus;
  pendingSince: string | null;
  createdAt: string;
  remarks: readonly { field: string; text: string }[];
  pendingApprovals: readonly z.output<typeof PendingApproval>[];
}

interface VerifiedCardProps extends MoveProps, Pick<DetailPageProps, 'picture'> {
  card: Verified;
  above: readonly { to: Href; title: string }[];
  title: string;
  /** What is to be known at a glance, before the days that every card names. */
  figures: readonly (readonly [title: string, value: string])[];
  dates: Record<'createdAt' | 'pendingSince', string>;
  tabs: readonly Tab[];
  history: { operation: Operation; title: string } & Pick<Parameters<typeof Timeline>[0], 'labels' | 'choices'>;
}

/** The card of a person or a company: status, moves of the verification, what waits for a decision, history. */
export function VerifiedCard({
  card,
  above,
  title,
  picture,
  figures,
  dates,
  tabs,
  history,
  operations,
  fields,
}: VerifiedCardProps) {
  const seesHistory = accessTo(history.operation, useMe()) !== 'no';
  const told = {
    key: historyTab,
    title: history.title,
    content: <HistoryPart id={card.id} {...history} as={WholeHistory} />,
  };
  return (
    <DetailPage
      above={above}
      title={title}
      picture={picture}
      status={<StatusTag of={verificationMachine} status={card.verificationStatus} />}
      figures={[
        ...figures,
        [dates.createdAt, formatInstantDay(card.createdAt)],
        ...(card.pendingSince ? [[dates.pendingSince, formatInstant(card.pendingSince)] as const] : []),
      ]}
      actions={<MoveButtons card={card} operations={operations} fields={fields} />}
      notices={
        <>
          <PendingApprovals items={card.pendingApprovals} />
          {card.remarks.length > 0 && <Notice tone="warning">{detailTexts.remarks}</Notice>}
        </>
      }
      tabs={seesHistory ? [...tabs, told] : tabs}
      timeline={seesHistory && <HistoryPart id={card.id} {...history} as={Timeline} />}
    />
  );
}

function HistoryPart({
  id,
  operation,
  as: View,
  ...words
}: { id: number; as: typeof Timeline } & Omit<VerifiedCardProps['history'], 'title'>) {
  const { data, ...read } = useRead(operation, { params: { id } });
  return <View read={{ ...read, data: data as z.output<typeof History> | undefined }} {...words} />;
}
