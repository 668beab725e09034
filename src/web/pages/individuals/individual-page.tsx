import { useParams } from '@tanstack/react-router';
import type { Result } from '#contract/kernel/op.ts';
import { individualAvatars } from '#contract/parties/avatars.ts';
import { consents } from '#contract/parties/consents.ts';
import { individualFiles } from '#contract/parties/files.ts';
import { individuals } from '#contract/parties/individuals.ts';
import { lifeEvents } from '#contract/parties/life-events.ts';
import { individualDetails } from '#contract/parties/payment-details.ts';
import { individualIdentity } from '#contract/parties/rnko.ts';
import { contacts } from '#contract/registries/contacts.ts';
import { fullName } from '#domain/values/person-name.ts';
import { formatPhone } from '#domain/values/phone.ts';
import { contactTexts } from '#web/features/contacts/texts.ts';
import { lifeTexts } from '#web/features/life/texts.ts';
import { paymentDetailTexts } from '#web/features/payment-details/texts.ts';
import { usePersonRequestTabs } from '#web/features/requests/request-tabs.tsx';
import { CardAvatar } from '#web/kit/avatar/card-avatar.tsx';
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
import { IndividualProfile } from './individual-profile.tsx';

const LifeCard = lazyPart(
  () => import('#web/features/life/life-card.tsx'),
  (module) => module.LifeCard,
);

const ContactsOfPerson = lazyPart(
  () => import('#web/features/contacts/of-person.tsx'),
  (module) => module.ContactsOfPerson,
);
const ConsentsOfPerson = lazyPart(
  () => import('#web/features/consents/operator-card.tsx'),
  (module) => module.ConsentsOfPerson,
);

const FileSlots = lazyPart(
  () => import('#web/kit/files/slots.tsx'),
  (module) => module.FileSlots,
);
const IdentityCard = lazyPart(
  () => import('#web/features/rnko/identity-card.tsx'),
  (module) => module.IdentityCard,
);
const Related = lazyPart(
  () => import('./related.tsx'),
  (module) => module.Related,
);
const PaymentDetailsTab = lazyPart(
  () => import('#web/features/payment-details/tab.tsx'),
  (module) => module.PaymentDetailsTab,
);

type Person = Result<typeof individuals.get>;

const { phone: _phone, email: _email, category: _category, ...remarkable } = t.fields;
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
  const tabs: Tab[] = [
    {
      key: 'profile',
      title: t.tabs.profile,
      content: (
        <div className="stack">
          <IndividualProfile person={person} isOwn={isOwn} />
          {!isOwn && <Related individualId={person.id} />}
        </div>
      ),
    },
  ];
  if (accessTo(individualFiles.list, me) !== 'no') {
    tabs.push({
      key: 'files',
      title: fileTexts.tab,
      content: (
        <FileSlots owner="individual" params={{ id: person.id }} verified={person.verificationStatus === 'verified'} />
      ),
    });
  }
  if (accessTo(contacts.creditors, me) !== 'no') {
    tabs.push({ key: 'contacts', title: contactTexts.tab, content: <ContactsOfPerson individualId={person.id} /> });
  }
  if (accessTo(individualDetails.list, me) !== 'no') {
    tabs.push({
      key: 'payment-details',
      title: paymentDetailTexts.title,
      content: <PaymentDetailsTab owner="individual" id={person.id} />,
    });
  }
  if (accessTo(individualIdentity.profile, me) !== 'no') {
    tabs.push({
      key: 'rnko',
      title: t.tabs.rnko,
      content: <IdentityCard owner="individual" id={person.id} />,
    });
  }
  if (accessTo(lifeEvents.list, me) !== 'no') {
    tabs.push({ key: 'life', title: lifeTexts.tab, content: <LifeCard id={person.id} /> });
  }
  if (accessTo(consents.ofIndividual, me) !== 'no') {
    tabs.push({ key: 'consents', title: t.tabs.consents, content: <ConsentsOfPerson id={person.id} /> });
  }
  tabs.push(...usePersonRequestTabs(person.id));
  const { phone, email } = person;
  return (
    <VerifiedCard
      card={person}
      above={isOwn ? [] : [{ to: '/dashboard/individuals', title: t.section }]}
      title={fullName(person)}
      picture={
        <CardAvatar
          name={fullName(person)}
          url={person.avatarUrl}
          remove={individualAvatars.remove}
          params={{ id: person.id }}
        />
      }
      figures={[
        [t.figures.phone, phone ? formatPhone(phone) : dash],
        [t.figures.email, email ?? dash],
      ]}
      dates={t.figures}
      operations={operations}
      fields={remarkable}
      tabs={tabs}
      history={{ operation: individuals.history, title: t.tabs.history, labels: t.fields }}
    />
  );
}
