import { useParams } from '@tanstack/react-router';
import { employees } from '#contract/employees.ts';
import type { Result } from '#contract/kernel/op.ts';
import { legalEntities } from '#contract/legal-entities.ts';
import { verification } from '#domain/verification.ts';
import { useRead } from '#web/app/data/query.ts';
import { PendingApprovals } from '#web/app/detail/approvals.tsx';
import { Timeline, WholeHistory } from '#web/app/detail/history.tsx';
import { MoveButtons } from '#web/app/detail/moves.tsx';
import { DetailPage, historyTab, type Tab, WithObject } from '#web/app/detail/page.tsx';
import { detailTexts } from '#web/app/detail/texts.ts';
import { verdict } from '#web/app/session/access.ts';
import { useMe } from '#web/app/session/session.ts';
import { absent, formatInstant, formatInstantDay } from '#web/ui/format.ts';
import { Notice } from '#web/ui/notice.tsx';
import { StatusTag } from '#web/ui/tag.tsx';
import { cardTexts as t } from './card-texts.ts';
import { EmployeesTab } from './employees-tab.tsx';
import { LegalEntityProfile } from './legal-entity-profile.tsx';
import { RepresentativeTab } from './representative-tab.tsx';

type Company = Result<typeof legalEntities.get>;

const { inn: _inn, ...remarkable } = t.fields;
const operations = { apply: legalEntities.applyForVerification, decide: legalEntities.setVerificationStatus };

const historyLabels = {
  ...t.fields,
  ...Object.fromEntries(
    Object.entries(t.representative.fields).map(([field, label]) => [
      `representative.${field}`,
      `${t.representative.title}, ${label.toLowerCase()}`,
    ]),
  ),
};

/** A company's card: to its employees and to operators. */
export default function LegalEntityPage() {
  const { id } = useParams({ strict: false });
  const read = useRead(legalEntities.get, { params: { id: Number(id) } });
  return <WithObject read={read}>{(company) => <CompanyCard key={company.id} company={company} />}</WithObject>;
}

function CompanyCard({ company }: { company: Company }) {
  const me = useMe();
  const tellsHistory = verdict(legalEntities.history, me) !== 'no';
  const tabs: Tab[] = [
    { key: 'profile', title: t.tabs.profile, content: <LegalEntityProfile company={company} /> },
    { key: 'representative', title: t.tabs.representative, content: <RepresentativeTab company={company} /> },
  ];
  if (verdict(employees.list, me) !== 'no') {
    tabs.push({ key: 'employees', title: t.tabs.employees, content: <EmployeesTab id={company.id} /> });
  }
  if (tellsHistory) {
    tabs.push({ key: historyTab, title: t.tabs.history, content: <HistoryOf id={company.id} as={WholeHistory} /> });
  }
  return (
    <DetailPage
      above={{ to: '/dashboard/legal-entities', title: t.section }}
      title={company.shortName}
      status={<StatusTag of={verification} status={company.verificationStatus} />}
      figures={figuresOf(company)}
      actions={<MoveButtons card={company} operations={operations} fields={remarkable} />}
      notices={
        <>
          <PendingApprovals items={company.pendingApprovals} />
          {company.remarks.length > 0 && <Notice tone="warning">{detailTexts.remarks}</Notice>}
        </>
      }
      tabs={tabs}
      timeline={tellsHistory && <HistoryOf id={company.id} as={Timeline} />}
    />
  );
}

function HistoryOf({ id, as: View }: { id: number; as: typeof Timeline }) {
  const read = useRead(legalEntities.history, { params: { id } });
  return <View read={read} labels={historyLabels} />;
}

function figuresOf({ inn, ogrn, createdAt, pendingSince }: Company): (readonly [string, string])[] {
  return [
    [t.figures.inn, inn],
    [t.figures.ogrn, ogrn ?? absent],
    [t.figures.createdAt, formatInstantDay(createdAt)],
    ...(pendingSince ? [[t.figures.pendingSince, formatInstant(pendingSince)] as const] : []),
  ];
}
