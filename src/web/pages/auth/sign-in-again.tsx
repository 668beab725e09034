import { currentMe, giveUp, signedIn } from '#web/kit/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { texts } from './texts.ts';

const t = texts.signInAgain;

/** The sign-in over a page whose session has ended: nothing on the page is lost, and it goes on afterwards. */
export default function SignInAgain() {
  const me = currentMe();
  return (
    <Dialog title={t.title} closable={false} closeOnEscape={false} onClose={giveUp}>
      <div className="stack">
        <p>{t.text}</p>
        <SignInForm isOperator={me?.kind === 'operator'} login={me?.email} onEnter={signedIn} />
        <Button variant="quiet" onClick={giveUp}>
          {t.giveUp}
        </Button>
      </div>
    </Dialog>
  );
}
