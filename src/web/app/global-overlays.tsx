import { useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { Notifications } from '#web/ui/overlays/notifications.tsx';
import { useSessionPhase } from '../kit/session/session.ts';
import { readPayload, startBuilds } from './builds/builds.ts';
import { UpdateBanner } from './builds/update-banner.tsx';
import { SignInAgain } from './pages.ts';

/** Few people see the end of their session, so it comes when it is there. */
const SessionEnding = lazy(() => import('../kit/page/session-ending.tsx'));

/** What is above every page: notifications, questions, the end of the session, the news of a newer build. */
export default function GlobalOverlays() {
  const phase = useSessionPhase();
  useEffect(startBuilds, []);
  useDescription();
  return (
    <>
      <UpdateBanner />
      <Suspense>
        {phase === 'ending' && <SessionEnding />}
        {phase === 'lost' && <SignInAgain />}
      </Suspense>
      <ConfirmDialog />
      <Notifications />
    </>
  );
}

/** A page drawn at build time has a description of its own, also when it is reached by a link. */
function useDescription(): void {
  const { pathname } = useLocation();
  useEffect(() => {
    const describe = async () => {
      const payload = await readPayload(pathname);
      const tag = document.querySelector<HTMLMetaElement>('meta[name="description"]');
      if (payload && tag) tag.content = payload.description;
    };
    void describe();
  }, [pathname]);
}
