import { useParams } from '@tanstack/react-router';
import { individuals } from '#contract/individuals.ts';
import type { Result } from '#contract/kernel/op.ts';
import { fullName } from '#domain/person-name.ts';
import { formatPhone } from '#domain/phone.ts';
import { verification } from '#domain/verification.ts';
import { useRead } from '#web/app/data/query.ts';
import { PendingApprovals } from '#web/app/detail/approvals.tsx';
import { Timeline, WholeHistory } from '#web/app/detail/history.tsx';
import { MoveButtons } from '#web/app/detail/moves.tsx';
import { DetailPage, historyTab, WithObject } from '#web/app/detail/page.tsx';
import { detailTexts } from '#web/app/detail/texts.ts';
import { verdict } from '#web/app/session/access.ts';
import { useMe } from '#web/app/session/session.ts';
import { absent, formatInstant, formatInstantDay } from '#web/ui/format.ts';
import { Notice } from '#web/ui/notice.tsx';
import { StatusTag } from '#web/ui/tag.tsx';
import { cardTexts as t } from './card-texts.ts';
import { IndividualProfile } from './individual-profile.tsx';

type Person = Result<typeof individuals.get>;

const { phone: _phone, email: _email, ...remarkable } = t.fields;
const operations = { apply: individuals.applyForVerification, decide: individuals.setVerificationStatus };

/** A person's card: to himself, to operators, and to employees who have a case with him. */
export default function IndividualPage() {
  const { id } = useParams({ strict: false });
  const read = useRead(individuals.get, { params: { id: Number(id) } });
  return <WithObject read={read}>{(person) => <IndividualCard key={person.id} person={person} />}</WithObject>;
}

function IndividualCard({ person }: { person: Person }) {
  const me = useMe();
  const isOwn = me?.individualId === person.id;
  const tellsHistory = verdict(individuals.history, me) !== 'no';
  return (
    <DetailPage
      above={isOwn ? undefined : { to: '/dashboard/individuals', title: t.section }}
      title={fullName(person)}
      status={<StatusTag of={verification} status={person.verificationStatus} />}
      figures={figuresOf(person)}
      actions={<MoveButtons card={person} operations={operations} fields={remarkable} />}
      notices={
        <>
          <PendingApprovals items={person.pendingApprovals} />
          {person.remarks.length > 0 && <Notice tone="warning">{detailTexts.remarks}</Notice>}
        </>
      }
      tabs={[
        { key: 'profile', title: t.tabs.profile, content: <IndividualProfile person={person} isOwn={isOwn} /> },
        ...(tellsHistory
          ? [{ key: historyTab, title: t.tabs.history, content: <HistoryOf id={person.id} as={WholeHistory} /> }]
          : []),
      ]}
      timeline={tellsHistory && <HistoryOf id={person.id} as={Timeline} />}
    />
  );
}

function HistoryOf({ id, as: View }: { id: number; as: typeof Timeline }) {
  const read = useRead(individuals.history, { params: { id } });
  return <View read={read} labels={t.fields} />;
}

function figuresOf({ phone, email, createdAt, pendingSince }: Person): (readonly [string, string])[] {
  return [
    [t.figures.phone, phone ? formatPhone(phone) : absent],
    [t.figures.email, email ?? absent],
    [t.figures.createdAt, formatInstantDay(createdAt)],
    ...(pendingSince ? [[t.figures.pendingSince, formatInstant(pendingSince)] as const] : []),
  ];
}
