import { isOfHealth, type LifeEventKind } from '#domain/parties/life-event.ts';
import { ConsentNeeded } from '#web/features/consents/needed.tsx';
import { lifeTexts as t } from './texts.ts';

/** What is asked of whoever sends a paper about his health, before he does: a consent of its own, and what he may cover. */
export const HealthConsent = ({ kind }: { kind: LifeEventKind }) =>
  isOfHealth(kind) && (
    <>
      <ConsentNeeded kind="health-data" />
      <p className="dim small">{t.diagnosis}</p>
    </>
  );
