import type { accounts } from '#contract/access/auth.ts';
import type { Result } from '#contract/kernel/op.ts';
import { required } from '#domain/values/validators.ts';
import { refresh, useWrite } from '#web/kit/data/query.ts';
import { Form, useOperationForm } from '#web/kit/form/form.tsx';
import { MailboxLink } from '#web/kit/one-time-code/mailbox-link.tsx';
import { codeTexts } from '#web/kit/one-time-code/texts.ts';
import { loadMe, useMe } from '#web/kit/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { notify } from '#web/ui/overlays/notify.ts';
import { type ContactKind, contactKinds } from './contact-kinds.ts';
import { texts } from './texts.ts';

const t = texts.contacts;
const codeInput = { inputMode: 'numeric', autoComplete: 'one-time-code', maxLength: 6 } as const;
const empty = { code: '', formerCode: '', smsCode: '', formerSmsCode: '', factorCode: '' };

type Sent = Result<typeof accounts.askForEmail>;

/** What was asked for, as it was typed, with what the codes are asked for again. */
export interface ContactChange {
  kind: ContactKind;
  /** The new address or phone. */
  fresh: string;
  password: string;
  sent: Sent;
}

/** A code that was sent beside the first one: by which name the operation knows it, and what its field says. */
interface Beside {
  name: 'formerCode' | 'smsCode' | 'formerSmsCode';
  to: string | null;
  label: string;
  ifLost: string | undefined;
}

const besidesOf = ({ kind, fresh, sent: { formerTo, smsTo, formerSmsTo } }: ContactChange): Beside[] => {
  const sms = kind === 'phone' ? { to: smsTo && fresh, ...t.codes.freshSmsCode } : { to: smsTo, ...t.codes.smsCode };
  const all: Beside[] = [
    { name: 'formerCode', to: formerTo, ...t.codes.formerCode },
    { name: 'smsCode', ...sms },
    { name: 'formerSmsCode', to: formerSmsTo, ...t.codes.formerSmsCode },
  ];
  return all.filter(({ to }) => to !== null);
};

/** The codes of a change, each beside where it went; they are asked for again without leaving. */
export function ContactCodes({
  asked,
  onAsked,
  onDone,
}: {
  asked: ContactChange;
  onAsked: (again: ContactChange) => void;
  onDone: () => void;
}) {
  const { kind, fresh, sent } = asked;
  const me = useMe();
  const ownEmail = me?.email ?? '';
  const isFactored = me?.secondFactor === true;
  const besides = besidesOf(asked);
  const names = [...besides.map(({ name }) => name), ...(isFactored ? (['factorCode'] as const) : [])];
  const form = useOperationForm({
    operation: contactKinds[kind].change,
    initial: empty,
    // Of the codes only those that were sent, and that of the second factor where it is on.
    body: (values) => ({ code: values.code, ...Object.fromEntries(names.map((name) => [name, values[name]])) }),
    fleeting: true,
    rules: { code: required(), ...Object.fromEntries(names.map((name) => [name, required()])) },
    fieldOf: { 'code.wrong': 'code', 'auth.code_wrong': 'factorCode' },
    // Of several which one is wrong is not told: that stands above all of them.
    refused: ({ code, message }) => {
      if (code !== 'code.wrong' || besides.length === 0) return false;
      form.methods.setError('root.codes', { message });
      return true;
    },
    done: async () => {
      notify({ severity: 'success', summary: t.done[kind] });
      onDone();
      await loadMe();
      await refresh();
    },
  });
  const wrong = form.methods.formState.errors.root?.['codes']?.message;
  return (
    <Form form={form} action={t.change[kind]} onCancel={onDone}>
      <p>{sent.message}</p>
      <MailboxLink withSms={sent.smsTo !== null} />
      {wrong && <Notice tone="danger">{wrong}</Notice>}
      <TextField
        {...form.field('code')}
        {...codeInput}
        label={kind === 'email' ? t.freshCode : codeTexts.code}
        hint={t.sentTo(kind === 'email' ? fresh : ownEmail)}
        data-autofocus
      />
      {besides.map(({ name, to, label, ifLost }) => (
        <TextField
          key={name}
          {...form.field(name)}
          {...codeInput}
          label={label}
          hint={[t.sentTo(to!), ifLost].filter(Boolean).join('. ')}
        />
      ))}
      {isFactored && (
        <TextField {...form.field('factorCode')} label={texts.factor.anyCode} autoComplete="one-time-code" />
      )}
      <SendAgain
        asked={asked}
        onSent={(anew) => {
          form.methods.reset(empty);
          onAsked({ ...asked, sent: anew });
        }}
      />
    </Form>
  );
}

/** Sends all codes of a change anew; those that went before are good no more. */
function SendAgain({
  asked: { kind, fresh, password },
  onSent,
}: {
  asked: ContactChange;
  onSent: (sent: Sent) => void;
}) {
  const again = useWrite<typeof accounts.askForEmail | typeof accounts.askForPhone>(contactKinds[kind].ask, {
    done: onSent,
  });
  return (
    <>
      {again.error && <Notice tone="danger">{again.error.message}</Notice>}
      {again.isSuccess && <Notice tone="success">{codeTexts.sentAgain}</Notice>}
      <div>
        <Button
          variant="quiet"
          busy={again.isPending}
          onClick={() => again.mutate({ body: { [kind]: fresh, password } } as never)}
        >
          {codeTexts.again}
        </Button>
      </div>
    </>
  );
}
