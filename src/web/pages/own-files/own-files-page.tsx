import claimStyles from '#web/features/claims/claims.module.css';
import { FileSlots } from '#web/kit/files/slots.tsx';
import { useMe } from '#web/kit/session/session.ts';
import { Card } from '#web/ui/display/card.tsx';
import { ButtonLink } from '#web/ui/link.tsx';
import { ownFilesTexts as t } from './texts.ts';

/** The papers of whoever looks: those by which he was verified; those of his agreements lie with each of them. */
export default function OwnFilesPage() {
  const me = useMe();
  if (!me?.individualId) return null;
  return (
    <div className={`stack ${claimStyles.page}`}>
      <h1>{t.title}</h1>
      <p className="dim">{t.lead}</p>
      <FileSlots owner="individual" params={{ id: me.individualId }} verified={me.verificationStatus === 'verified'} />
      <Card title={t.agreements}>
        <p>{t.where}</p>
        <div>
          <ButtonLink to="/dashboard/settlements">{t.open}</ButtonLink>
        </div>
      </Card>
    </div>
  );
}
