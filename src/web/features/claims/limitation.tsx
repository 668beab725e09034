import { LIMITATION_WARNING, type LimitationStatus } from '#domain/registries/limitation.ts';
import { Notice } from '#web/ui/display/notice.tsx';

/**
 * What a debtor reads before he recognises a debt whose limitation may have run out: on the page and where he signs. Nothing
 * where it runs, and nothing in enforcement, which has another term.
 */
export function LimitationWarning({ of: { limitation } }: { of: { limitation: LimitationStatus } }) {
  if (limitation !== 'may_be_over') return null;
  const [first, ...rest] = LIMITATION_WARNING;
  return (
    <Notice tone="warning">
      <div className="stack-tight">
        <strong>{first}</strong>
        <p>{rest.join(' ')}</p>
      </div>
    </Notice>
  );
}

/** What he sends where he was shown it. */
export const limitationShown = ({ limitation }: { limitation: LimitationStatus }): { limitationShown?: true } =>
  limitation === 'may_be_over' ? { limitationShown: true } : {};
