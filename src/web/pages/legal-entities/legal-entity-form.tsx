import type { Result } from '#contract/kernel/op.ts';
import { legalEntities } from '#contract/parties/legal-entities.ts';
import { formatPhone } from '#domain/values/phone.ts';
import { email, phone, required } from '#domain/values/validators.ts';
import { call } from '#web/kit/data/api.ts';
import { type Edited, useEditForm } from '#web/kit/form/edit-form.tsx';
import { Form } from '#web/kit/form/form.tsx';
import { formTexts } from '#web/kit/form/texts.ts';
import { useMe } from '#web/kit/session/session.ts';
import { AddressField } from '#web/kit/suggest/address-field.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import { Pair } from '#web/ui/display/pair.tsx';
import { PhoneField } from '#web/ui/fields/masked-field.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { cardTexts as t } from './card-texts.ts';
import { remarkAt } from './legal-entity-profile.tsx';

type Company = Result<typeof legalEntities.get>;
const erasable = ['kpp', 'ogrn', 'legalAddress', 'phone', 'email', 'site'] as const;
type Values = Record<'fullName' | 'shortName' | (typeof erasable)[number], string>;

/** Changes a company's data. */
export function LegalEntityForm({ company, onClose }: { company: Company; onClose: () => void }) {
  const isOwn = useMe()?.kind === 'employee';
  const params = { id: company.id };
  const { form, questions } = useEditForm({
    operation: legalEntities.update,
    params,
    record: editedOf(company),
    read: async () => editedOf(await call(legalEntities.get, { params })),
    rules: { fullName: required(), shortName: required(), phone: phone(), email: email() },
    body: bodyOf,
    labels: t.fields,
    done: onClose,
    codeBy: { operation: legalEntities.codeForChange, params, act: 'company' },
  });
  const field = (name: keyof Values) => ({
    ...form.field(name),
    label: t.fields[name],
    remark: remarkAt(company, name),
    autoComplete: 'off',
  });
  return (
    <Card title={t.profile}>
      {company.verificationStatus === 'verified' && (
        <Notice tone="warning">{isOwn ? t.reverify : t.reverifyBySecond}</Notice>
      )}
      <Form form={form} action={formTexts.save} onCancel={onClose}>
        <TextArea {...field('fullName')} />
        <TextField {...field('shortName')} />
        <Pair>
          <TextField {...field('kpp')} maxLength={9} optional />
          <TextField {...field('ogrn')} inputMode="numeric" maxLength={15} optional />
        </Pair>
        <AddressField {...field('legalAddress')} onTake={(address) => form.put('legalAddress', address)} optional />
        <Pair>
          <PhoneField {...field('phone')} optional />
          <TextField {...field('email')} inputMode="email" optional />
        </Pair>
        <TextField {...field('site')} inputMode="url" optional />
      </Form>
      {questions}
    </Card>
  );
}

function editedOf(company: Company): Edited<Values> {
  const { fullName, shortName, version } = company;
  const rest = Object.fromEntries(erasable.map((name) => [name, company[name] ?? '']));
  const values = { ...rest, fullName, shortName, phone: company.phone ? formatPhone(company.phone) : '' };
  return { version, values: values as Values };
}

/** What may be unknown is erased by an empty field. */
const bodyOf = (changed: Partial<Values>): object =>
  Object.fromEntries(
    Object.entries(changed).map(([name, value]) => [
      name,
      value === '' && (erasable as readonly string[]).includes(name) ? null : value,
    ]),
  );
