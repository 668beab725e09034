import { rnkoForms } from '#contract/parties/rnko.ts';
import { FUNDS_SOURCES } from '#domain/parties/rnko-form.ts';
import { formatPhone, parsePhone } from '#domain/values/phone.ts';
import { phone } from '#domain/values/validators.ts';
import { refresh } from '#web/kit/data/query.ts';
import { Form, useOperationForm } from '#web/kit/form/form.tsx';
import { useOpenedRecord } from '#web/kit/form/opened-record.ts';
import { readDay, readShare, readSum, typedDay, typedShare, typedSum } from '#web/kit/form/typed.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import { Pair } from '#web/ui/display/pair.tsx';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { DateField, PhoneField } from '#web/ui/fields/masked-field.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { notify } from '#web/ui/overlays/notify.ts';
import type { Questionnaire } from './form-card.tsx';
import { rnkoTexts } from './texts.ts';

const t = rnkoTexts.form;
const sources = [['', t.choose], ...Object.entries(FUNDS_SOURCES)] as const;
const newOwner = { name: '', birthDate: '', shareBps: '', isPublic: false };

/** Fills in the questionnaire; what is not known yet may wait, the rest is kept. */
export function FillForm({
  legalEntityId,
  form: live,
  onClose,
}: {
  legalEntityId: number;
  form: Questionnaire;
  onClose: () => void;
}) {
  const kept = useOpenedRecord(live);
  const form = useOperationForm({
    operation: rnkoForms.fill,
    params: { id: legalEntityId },
    initial: valuesOf(kept),
    body: (values) => ({ ...bodyOf(values), version: kept.version }),
    rules: { contactPhone: phone() },
    done: async () => {
      notify({ severity: 'success', summary: t.saved });
      await refresh();
      onClose();
    },
  });
  const remarkAt = (name: string) => kept.remarks.find((remark) => remark.field === name)?.text;
  const field = (name: Exclude<keyof typeof t.fields, 'owners'>) => ({
    ...form.field(name),
    label: t.fields[name],
    autoComplete: 'off',
    remark: remarkAt(name),
  });
  return (
    <Form form={form} action={t.save} onCancel={onClose}>
      <TextArea {...field('activity')} />
      <TextArea {...field('purpose')} />
      <Pair>
        <TextField {...field('monthlyTurnover')} inputMode="decimal" />
        <SelectField {...field('fundsSource')} choices={sources} />
      </Pair>
      <Pair>
        <TextField {...field('contactName')} />
        <PhoneField {...field('contactPhone')} />
      </Pair>
      <Owners form={form} remark={remarkAt('owners')} />
    </Form>
  );
}

type Values = ReturnType<typeof valuesOf>;

function Owners({
  form,
  remark,
}: {
  form: ReturnType<typeof useOperationForm<typeof rnkoForms.fill, Values>>;
  remark: string | undefined;
}) {
  const { methods } = form;
  const rows = methods.watch('owners');
  const put = (owners: typeof rows) => methods.setValue('owners', owners, { shouldDirty: true });
  return (
    <>
      <h3>{t.fields.owners}</h3>
      {remark && <Notice tone="warning">{remark}</Notice>}
      <p className="dim small">{t.owner.hint}</p>
      {rows.map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is nothing but its place
        <fieldset key={`${index} of ${rows.length}`} className="stack">
          <div className="row spread">
            <legend>{t.owner.title(index + 1)}</legend>
            <Button onClick={() => put(methods.getValues('owners').toSpliced(index, 1))}>
              {t.owner.remove(index + 1)}
            </Button>
          </div>
          <TextField {...form.field(`owners.${index}.name`)} label={t.owner.name} autoComplete="off" />
          <Pair>
            <DateField {...form.field(`owners.${index}.birthDate`)} label={t.owner.birthDate} autoComplete="off" />
            <TextField
              {...form.field(`owners.${index}.shareBps`)}
              label={t.owner.shareBps}
              inputMode="decimal"
              autoComplete="off"
            />
          </Pair>
          <Checkbox {...form.field(`owners.${index}.isPublic`)} label={t.owner.isPublic} />
        </fieldset>
      ))}
      {rows.length < 10 && (
        <div>
          <Button onClick={() => put([...methods.getValues('owners'), newOwner])}>{t.owner.add}</Button>
        </div>
      )}
    </>
  );
}

const valuesOf = (form: Questionnaire) => ({
  activity: form.activity ?? '',
  purpose: form.purpose ?? '',
  monthlyTurnover: typedSum(form.monthlyTurnover),
  fundsSource: form.fundsSource ?? '',
  contactName: form.contactName ?? '',
  contactPhone: form.contactPhone ? formatPhone(form.contactPhone) : '',
  owners: form.owners.map(({ name, birthDate, shareBps, isPublic }) => ({
    name,
    birthDate: typedDay(birthDate),
    shareBps: typedShare(shareBps),
    isPublic,
  })),
});

const bodyOf = ({ owners, monthlyTurnover, contactPhone, ...texts }: Values) => ({
  ...Object.fromEntries(Object.entries(texts).map(([name, value]) => [name, value || null])),
  monthlyTurnover: readSum(monthlyTurnover),
  contactPhone: contactPhone === '' ? null : (parsePhone(contactPhone) ?? contactPhone),
  owners: owners.map((owner) => ({
    ...owner,
    birthDate: readDay(owner.birthDate) ?? '',
    shareBps: readShare(owner.shareBps) ?? '',
  })),
});
