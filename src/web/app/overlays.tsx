import { CatchBoundary } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { openQuestions } from '#web/ui/overlays/confirm.ts';
import { notifications } from '#web/ui/overlays/notify.ts';
import { dialogElementId, openedDialogs } from '#web/ui/overlays/open-dialog.ts';
import { useLeaveQuestion } from '../kit/form/leave.ts';
import { lazyPage } from '../kit/lazy-page.tsx';
import { useSessionPhase } from '../kit/session/session.ts';
import { loadAhead } from './builds/chunk-reload.ts';
import { failWith } from './fatal.ts';

const GlobalOverlays = lazyPage(() => import('./global-overlays.tsx'));

/** It is no part of the first paint, so it comes a moment later, or at once when somebody needs it. */
const momentMs = 500;

/** The page with everything that may be above it, in every layout. */
export function Overlays({ children }: { children: ReactNode }) {
  const [isThere, setThere] = useState(false);
  const phase = useSessionPhase();
  const isNeeded = openQuestions.use().length + notifications.use().length > 0 || phase !== 'calm';
  useLeaveQuestion();
  useEffect(() => {
    const load = () => loadAhead(() => GlobalOverlays.preload().then(() => setThere(true)));
    const timer = setTimeout(load, momentMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      {children}
      <Dialogs />
      <Suspense>{(isThere || isNeeded) && <GlobalOverlays />}</Suspense>
    </>
  );
}

/** One that fails leaves the page in an unknown state, as a part of the page would. */
function Dialogs() {
  return openedDialogs.use().map(({ key, draw }) => (
    <CatchBoundary key={key} getResetKey={() => key} errorComponent={Nothing} onCatch={failWith}>
      <div id={dialogElementId(key)}>{draw()}</div>
    </CatchBoundary>
  ));
}

const Nothing = () => null;
