import { isOfHealth, type LifeEventKind } from '#domain/parties/life-event.ts';
import { ConsentNeeded, useNeeded } from '#web/features/consents/needed.tsx';
import { lifeTexts as t } from './texts.ts';

const consentKind = 'health-data';

/** What is asked of whoever sends a paper about his health, before he does: a consent of its own, and what he may cover. */
export function HealthConsent({ kind, error }: { kind: LifeEventKind; error: string | undefined }) {
  const isNeeded = useNeeded(consentKind) !== undefined;
  if (!isOfHealth(kind)) return null;
  return (
    <>
      <ConsentNeeded kind={consentKind} />
      {error && isNeeded && (
        <p role="alert" className="danger">
          {error}
        </p>
      )}
      <p className="dim small">{t.diagnosis}</p>
    </>
  );
}

/** What a form says of that consent as long as it is needed and not given, together with what else is missing: of his own health alone. */
export function useHealthCheck({ isOwn = true } = {}): (kind: LifeEventKind) => Record<string, string> {
  const isNeeded = useNeeded(consentKind, { isAsked: isOwn }) !== undefined;
  return (kind): Record<string, string> => (isNeeded && isOfHealth(kind) ? { consent: t.noConsent } : {});
}
