import { OwnPowers } from '#web/features/powers-of-attorney/power-list.tsx';
import { useMe } from '#web/kit/session/session.ts';
import { Card } from '#web/ui/display/card.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import { AvatarCard } from './avatar-card.tsx';
import { ConsentsCard } from './consents-card.tsx';
import { ContactsCard } from './contacts-card.tsx';
import { OwnDataCard } from './own-data-card.tsx';
import { PasswordCard } from './password-card.tsx';
import styles from './profile.module.css';
import { SecondFactorCard } from './second-factor-card.tsx';
import { SessionsCard } from './sessions-card.tsx';
import { texts } from './texts.ts';

/** A person's own account: who he is here, how he gets in, what he has agreed to. */
export default function ProfilePage() {
  const me = useMe();
  if (!me) return null;
  const companies = me.legalEntities.map(({ name, role }) => `${name}: ${role}`);
  const names = me.kind === 'employee' ? companies : me.roles;
  return (
    <div className={`stack ${styles.page}`}>
      <h1>{texts.title}</h1>
      {me.secondFactorNeeded && <Notice tone="warning">{texts.secondFactorNeeded}</Notice>}
      <Card>
        <div>
          <p className="dim small">
            {texts.signedInAs}: {texts.kinds[me.kind]}
          </p>
          <h2>{me.fullName}</h2>
          <p className="dim">{me.email}</p>
        </div>
        {names.length > 0 && (
          <ul>
            {names.map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
        )}
      </Card>
      <ContactsCard />
      {me.kind === 'employee' && <OwnPowers />}
      <AvatarCard me={me} />
      <SecondFactorCard isOn={me.secondFactor} />
      <SessionsCard />
      <PasswordCard />
      <ConsentsCard />
      <OwnDataCard />
    </div>
  );
}
