import { useState } from 'react';
import { accounts } from '#contract/access/auth.ts';
import { Form, useOperationForm } from '#web/kit/form/form.tsx';
import { loadMe } from '#web/kit/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { QrCode } from '#web/ui/display/qr-code.tsx';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import styles from './profile.module.css';
import { texts } from './texts.ts';

const t = texts.factor;

interface Enrolment {
  secret: string;
  uri: string;
  enrolment: string;
}

/** The second factor: off, being switched on, its recovery codes once, on. */
export function SecondFactorCard({ isOn }: { isOn: boolean }) {
  const [enrolment, setEnrolment] = useState<Enrolment>();
  const [codes, setCodes] = useState<string[]>();
  const finish = () => {
    setCodes(undefined);
    setEnrolment(undefined);
    return loadMe();
  };
  return (
    <Card title={t.title}>
      {codes ? (
        <RecoveryCodes codes={codes} onSaved={() => void finish()} />
      ) : enrolment ? (
        <Confirm enrolment={enrolment} onCodes={setCodes} onCancel={() => setEnrolment(undefined)} />
      ) : isOn ? (
        <SwitchOff onDone={finish} />
      ) : (
        <Start onStarted={setEnrolment} />
      )}
    </Card>
  );
}

function Start({ onStarted }: { onStarted: (enrolment: Enrolment) => void }) {
  const form = useOperationForm({
    operation: accounts.startSecondFactor,
    initial: { password: '' },
    fleeting: true,
    fieldOf: { 'auth.wrong': 'password' },
    done: onStarted,
  });
  return (
    <>
      <p className="dim">{t.off}</p>
      <Form form={form} action={t.start}>
        <PasswordField {...form.field('password')} label={t.password} autoComplete="current-password" />
      </Form>
    </>
  );
}

function Confirm({
  enrolment: { secret, uri, enrolment },
  onCodes,
  onCancel,
}: {
  enrolment: Enrolment;
  onCodes: (codes: string[]) => void;
  onCancel: () => void;
}) {
  const form = useOperationForm({
    operation: accounts.confirmSecondFactor,
    initial: { code: '' },
    fleeting: true,
    body: ({ code }) => ({ enrolment, code: code || undefined }),
    fieldOf: { 'auth.code_wrong': 'code' },
    done: ({ recoveryCodes }) => onCodes(recoveryCodes),
  });
  return (
    <>
      <p>{t.scan}</p>
      <QrCode text={uri} label={t.picture} className={styles.qr} />
      <div>
        <p className="dim small">{t.secret}</p>
        <p className={styles.secret}>{secret}</p>
      </div>
      <Form form={form} action={t.confirm}>
        <TextField
          {...form.field('code')}
          label={t.code}
          hint={t.codeHint}
          inputMode="numeric"
          maxLength={6}
          autoComplete="one-time-code"
        />
      </Form>
      <Button variant="quiet" onClick={onCancel}>
        {t.cancel}
      </Button>
    </>
  );
}

function RecoveryCodes({ codes, onSaved }: { codes: string[]; onSaved: () => void }) {
  return (
    <>
      <h3>{t.recovery}</h3>
      <p>{t.recoveryLead}</p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Button variant="primary" large onClick={onSaved}>
        {t.saved}
      </Button>
    </>
  );
}

function SwitchOff({ onDone }: { onDone: () => Promise<unknown> }) {
  const [asked, setAsked] = useState(false);
  const form = useOperationForm({
    operation: accounts.endSecondFactor,
    initial: { password: '', code: '' },
    fleeting: true,
    fieldOf: { 'auth.wrong': 'password', 'auth.code_wrong': 'code' },
    done: onDone,
  });
  if (!asked) {
    return (
      <>
        <p>{t.on}</p>
        <Button className={styles.actions} onClick={() => setAsked(true)}>
          {t.stop}
        </Button>
      </>
    );
  }
  return (
    <>
      <Form form={form} action={t.stop}>
        <PasswordField {...form.field('password')} label={t.password} autoComplete="current-password" />
        <TextField {...form.field('code')} label={t.anyCode} autoComplete="one-time-code" />
      </Form>
      <Button variant="quiet" onClick={() => setAsked(false)}>
        {t.cancel}
      </Button>
    </>
  );
}
