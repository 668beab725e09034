import { useParams } from '@tanstack/react-router';
import { employees } from '#contract/access/employees.ts';
import type { Result } from '#contract/kernel/op.ts';
import { payouts } from '#contract/money/payouts.ts';
import { tariffs } from '#contract/money/tariffs.ts';
import { companyFiles } from '#contract/parties/files.ts';
import { legalEntities } from '#contract/parties/legal-entities.ts';
import { companyDetails } from '#contract/parties/payment-details.ts';
import { companyIdentity, rnkoForms } from '#contract/parties/rnko.ts';
import { featureFlags } from '#contract/platform/feature-flags.ts';
import { policy } from '#contract/settlements/policy.ts';
import { paymentDetailTexts } from '#web/features/payment-details/texts.ts';
import { useCompanyRequestTabs } from '#web/features/requests/request-tabs.tsx';
import { useRead } from '#web/kit/data/query.ts';
import { type Tab } from '#web/kit/detail/page.tsx';
import { VerifiedCard } from '#web/kit/detail/verified-card.tsx';
import { WithObject } from '#web/kit/detail/with-object.tsx';
import { fileTexts } from '#web/kit/files/texts.ts';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { accessTo } from '#web/kit/session/access.ts';
import { useMe } from '#web/kit/session/session.ts';
import { dash } from '#web/ui/format.ts';
import { cardTexts as t } from './card-texts.ts';
import { FeaturesTab } from './features-tab.tsx';
import { LegalEntityProfile } from './legal-entity-profile.tsx';
import { moneyTexts } from './money/money-texts.ts';
import { RepresentativeTab } from './representative-tab.tsx';

const FileSlots = lazyPart(
  () => import('#web/kit/files/slots.tsx'),
  (module) => module.FileSlots,
);
const FileFolders = lazyPart(
  () => import('#web/kit/files/folders.tsx'),
  (module) => module.FileFolders,
);
const PaymentDetailsTab = lazyPart(
  () => import('#web/features/payment-details/tab.tsx'),
  (module) => module.PaymentDetailsTab,
);
const IdentityCard = lazyPart(
  () => import('#web/features/rnko/identity-card.tsx'),
  (module) => module.IdentityCard,
);
const FormCard = lazyPart(
  () => import('#web/features/rnko/form-card.tsx'),
  (module) => module.FormCard,
);
const EmployeesTab = lazyPart(
  () => import('./employees-tab.tsx'),
  (module) => module.EmployeesTab,
);
const Related = lazyPart(
  () => import('./related.tsx'),
  (module) => module.Related,
);
const PolicyTab = lazyPart(
  () => import('./policy/policy-tab.tsx'),
  (module) => module.PolicyTab,
);
const MoneyTab = lazyPart(
  () => import('./money/money-tab.tsx'),
  (module) => module.MoneyTab,
);
const TariffTab = lazyPart(
  () => import('./tariff-tab.tsx'),
  (module) => module.TariffTab,
);

type Company = Result<typeof legalEntities.get>;

const { inn: _inn, type: _type, ...remarkable } = t.fields;
const operations = { apply: legalEntities.applyForVerification, decide: legalEntities.setVerificationStatus };

const historyChoices = { 'representative.basis': t.representative.bases };
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
  const tabs: Tab[] = [
    {
      key: 'profile',
      title: t.tabs.profile,
      content: (
        <div className="stack">
          <LegalEntityProfile company={company} />
          {me?.kind === 'operator' && <Related legalEntityId={company.id} />}
        </div>
      ),
    },
    { key: 'representative', title: t.tabs.representative, content: <RepresentativeTab company={company} /> },
  ];
  if (accessTo(employees.list, me) !== 'no') {
    tabs.push({ key: 'employees', title: t.tabs.employees, content: <EmployeesTab id={company.id} /> });
  }
  if (accessTo(companyFiles.list, me) !== 'no') {
    const params = { id: company.id };
    const verified = company.verificationStatus === 'verified';
    const content = (
      <div className="stack">
        <FileSlots owner="legalEntity" params={params} verified={verified} />
        <FileSlots owner="representative" params={params} verified={verified} />
        <FileFolders legalEntityId={company.id} />
      </div>
    );
    tabs.push({ key: 'files', title: fileTexts.tab, content });
  }
  if (accessTo(companyDetails.list, me) !== 'no') {
    tabs.push({
      key: 'payment-details',
      title: paymentDetailTexts.title,
      content: (
        <PaymentDetailsTab
          owner="legalEntity"
          id={company.id}
          payee={{ recipientName: company.shortName, recipientInn: company.inn }}
        />
      ),
    });
  }
  const seesIdentity = accessTo(companyIdentity.profile, me) !== 'no';
  const seesForm = accessTo(rnkoForms.get, me) !== 'no';
  if (seesIdentity || seesForm) {
    const content = (
      <div className="stack">
        {seesIdentity && <IdentityCard owner="legalEntity" id={company.id} />}
        {seesForm && <FormCard legalEntityId={company.id} />}
      </div>
    );
    tabs.push({ key: 'rnko', title: t.tabs.rnko, content });
  }
  tabs.push(...useCompanyRequestTabs(company.id));
  if (accessTo(policy.get, me) !== 'no') {
    tabs.push({ key: 'policy', title: t.tabs.policy, content: <PolicyTab legalEntityId={company.id} /> });
  }
  if (accessTo(tariffs.ofCompany, me) !== 'no') {
    tabs.push({ key: 'tariff', title: t.tabs.tariff, content: <TariffTab legalEntityId={company.id} /> });
  }
  if (accessTo(payouts.balance, me) !== 'no') {
    tabs.push({ key: 'money', title: moneyTexts.tab, content: <MoneyTab legalEntityId={company.id} /> });
  }
  if (accessTo(featureFlags.get, me) !== 'no') {
    tabs.push({ key: 'features', title: t.tabs.features, content: <FeaturesTab legalEntityId={company.id} /> });
  }
  return (
    <VerifiedCard
      card={company}
      above={[{ to: '/dashboard/legal-entities', title: t.section }]}
      title={company.shortName}
      figures={[
        [t.figures.inn, company.inn],
        [t.figures.ogrn, company.ogrn ?? dash],
      ]}
      dates={t.figures}
      operations={operations}
      fields={remarkable}
      tabs={tabs}
      history={{
        operation: legalEntities.history,
        title: t.tabs.history,
        labels: historyLabels,
        choices: historyChoices,
      }}
    />
  );
}
