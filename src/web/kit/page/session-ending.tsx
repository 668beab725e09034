import { useEffect, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { serverNow } from '#web/ui/clock.ts';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { notify } from '#web/ui/overlays/notify.ts';
import { currentMe, loadMe, signOut, useMe } from '../session/session.ts';
import { texts } from '../texts.ts';
import { frameTexts } from './texts.ts';

const t = frameTexts.session;

/** Two minutes before its end the session asks whether to go on. */
export default function SessionEnding() {
  const [busy, setBusy] = useState(false);
  const [isClosed, setClosed] = useState(false);
  const exp = useMe()?.exp ?? 0;
  const extend = async () => {
    setBusy(true);
    const before = currentMe()?.exp;
    try {
      if ((await loadMe()).exp === before) notify({ severity: 'warn', summary: t.last, detail: t.lastDetail });
    } catch {
      notify({ severity: 'error', summary: texts.offline });
    }
    setBusy(false);
  };
  if (isClosed) return null;
  return (
    <Dialog
      role="alertdialog"
      title={t.ending}
      onClose={() => setClosed(true)}
      actions={
        <>
          <Button onClick={() => void signOut().catch(() => {})}>{frameTexts.signOut}</Button>
          <Button variant="primary" busy={busy} data-autofocus onClick={() => void extend()}>
            {t.extend}
          </Button>
        </>
      }
    >
      <Countdown exp={exp} />
    </Dialog>
  );
}

/** How long is left; it is read aloud once, not every second. */
function Countdown({ exp }: { exp: number }) {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 1000);
    return () => clearInterval(timer);
  }, []);
  const left = Math.max(0, Math.round(exp - now / 1000));
  return <p role="timer">{t.left(Math.floor(left / 60), String(left % 60).padStart(2, '0'))}</p>;
}
