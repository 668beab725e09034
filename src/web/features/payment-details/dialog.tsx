import { PAYMENT_DETAIL_KINDS, type PaymentDetailKind } from '#domain/parties/payment-detail.ts';
import { formatPhone, parsePhone } from '#domain/values/phone.ts';
import { phone, required } from '#domain/values/validators.ts';
import { closeOnDone } from '#web/kit/detail/use-move.ts';
import { Form, useOperationForm } from '#web/kit/form/form.tsx';
import { useOpenedRecord } from '#web/kit/form/opened-record.ts';
import { formTexts } from '#web/kit/form/texts.ts';
import { toConfirm } from '#web/kit/form/to-confirm.ts';
import { showRefusal } from '#web/kit/form/validate.ts';
import { CodeStep, useCodeLetter } from '#web/kit/one-time-code/code.tsx';
import { useMe } from '#web/kit/session/session.ts';
import { Pair } from '#web/ui/display/pair.tsx';
import { InnField, PhoneField } from '#web/ui/fields/masked-field.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { type OwnerKind, operationsOf, type Payee, type PaymentDetail } from './operations.ts';
import { paymentDetailTexts as t } from './texts.ts';

type Values = Record<Exclude<keyof typeof t.fields, 'kind'> | 'number' | 'code', string> & { kind: PaymentDetailKind };

const fresh: Values = {
  kind: 'bank_account',
  bankName: '',
  bik: '',
  corrAccount: '',
  number: '',
  recipientName: '',
  recipientInn: '',
  code: '',
};

/** Adds details or changes some; what is written is confirmed by a code in the same form. */
export function PaymentDetailDialog({
  owner,
  id,
  detail: live,
  payee,
  onClose,
}: {
  owner: OwnerKind;
  id: number;
  /** Null for new ones. */
  detail: PaymentDetail | null;
  payee?: Payee | undefined;
  onClose: () => void;
}) {
  const detail = useOpenedRecord(live);
  const operations = operationsOf[owner];
  const isOperator = useMe()?.kind === 'operator';
  const body = (values: Values) => ({ ...bodyOf(values), ...(detail && { version: detail.version }) });
  const form = useOperationForm({
    operation: detail ? operations.change : operations.add,
    params: detail ? { id, detailId: detail.id } : { id },
    initial: detail ? valuesOf(detail) : { ...fresh, ...payee },
    body,
    rules: {
      bankName: required(),
      recipientName: required(),
      number: (value, values) => (values['kind'] === 'sbp_phone' ? phone()(value, values) : null),
    },
    fieldOf: { 'code.wrong': 'code' },
    ...closeOnDone(formTexts.saved, onClose),
  });
  const letter = useCodeLetter(
    async () => {
      const sent = await toConfirm(form.methods, body);
      const which = detail ? { act: 'change', detailId: detail.id } : { act: 'add' };
      return sent && { operation: operations.code, params: { id }, body: { form: { ...which, ...sent } } };
    },
    (error) => showRefusal(form.methods, error),
  );
  const isPhone = form.methods.watch('kind') === 'sbp_phone';
  const field = (name: keyof typeof t.fields) => ({
    ...form.field(name),
    label: t.fields[name],
    autoComplete: 'off',
  });
  return (
    <Dialog title={detail ? t.form.changed : t.form.added} onClose={onClose}>
      <Form form={form} action={formTexts.save} onCancel={onClose}>
        {owner === 'individual' && (
          <SelectField {...field('kind')} choices={Object.entries(PAYMENT_DETAIL_KINDS)} data-autofocus />
        )}
        {isPhone ? (
          <PhoneField {...form.field('number')} label={t.number.sbp_phone} />
        ) : (
          <>
            <TextField {...field('bik')} inputMode="numeric" maxLength={9} />
            <TextField {...form.field('number')} label={t.number.bank_account} inputMode="numeric" maxLength={20} />
            <TextField {...field('corrAccount')} inputMode="numeric" maxLength={20} optional />
          </>
        )}
        <TextField {...field('bankName')} />
        <Pair>
          <TextField {...field('recipientName')} />
          <InnField {...field('recipientInn')} optional={owner === 'individual'} />
        </Pair>
        {isOperator && <p className="dim">{t.unsure}</p>}
        <CodeStep {...form.field('code')} letter={letter} />
      </Form>
    </Dialog>
  );
}

const valuesOf = ({
  kind,
  bik,
  corrAccount,
  number,
  recipientInn,
  bankName,
  recipientName,
}: PaymentDetail): Values => ({
  kind,
  bankName,
  recipientName,
  bik: bik ?? '',
  corrAccount: corrAccount ?? '',
  number: kind === 'sbp_phone' ? formatPhone(number) : number,
  recipientInn: recipientInn ?? '',
  code: '',
});

/** Of a phone only its number counts: what is in the hidden fields of an account is not meant. */
function bodyOf({ kind, bik, corrAccount, number, recipientInn, ...rest }: Values) {
  const isPhone = kind === 'sbp_phone';
  return {
    ...rest,
    kind,
    number: isPhone ? (parsePhone(number) ?? number) : number,
    bik: isPhone ? null : bik || null,
    corrAccount: isPhone ? null : corrAccount || null,
    recipientInn: recipientInn || null,
  };
}
