import claimStyles from '#web/features/claims/claims.module.css';
import { LifeCard } from '#web/features/life/life-card.tsx';
import { lifeTexts as t } from '#web/features/life/texts.ts';
import { useMe } from '#web/kit/session/session.ts';

/** What has happened in the life of whoever looks, and what it stops of his debts; he tells it here, too. */
export default function OwnLifePage() {
  const id = useMe()?.individualId;
  if (!id) return null;
  return (
    <div className={`stack ${claimStyles.page}`}>
      <h1>{t.tab}</h1>
      <p className="dim">{t.lead}</p>
      <LifeCard id={id} />
    </div>
  );
}
