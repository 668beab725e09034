import type { Result } from '#contract/kernel/op.ts';
import { legalEntities } from '#contract/parties/legal-entities.ts';
import { formatDay, parseDay, parseRussianDay } from '#domain/values/days.ts';
import { formatPhone } from '#domain/values/phone.ts';
import { email, masked, phone, required } from '#domain/values/validators.ts';
import { call } from '#web/kit/data/api.ts';
import { type Edited, useEditForm } from '#web/kit/form/edit-form.tsx';
import { Form } from '#web/kit/form/form.tsx';
import { formTexts } from '#web/kit/form/texts.ts';
import { useMe } from '#web/kit/session/session.ts';
import { Notice } from '#web/ui/display/notice.tsx';
import { Pair } from '#web/ui/display/pair.tsx';
import { DateField, InnField, PassportField, PhoneField, SnilsField } from '#web/ui/fields/masked-field.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { cardTexts } from './card-texts.ts';

const t = cardTexts.representative;

type Company = Result<typeof legalEntities.get>;
type Representative = Result<typeof legalEntities.representative>;
type Values = Record<keyof typeof t.fields, string>;
const days: readonly string[] = ['basisDate', 'basisValidUntil'];
const needed: readonly string[] = ['lastName', 'firstName', 'basis'];
const bases = [['', t.choose], ...Object.entries(t.bases)] as const;

/** Changes the representative, or names the first one. */
export function RepresentativeForm({
  company,
  representative,
  onClose,
}: {
  company: Company;
  representative: Representative;
  onClose: () => void;
}) {
  const isOwn = useMe()?.kind === 'employee';
  const params = { id: company.id };
  const { form, questions } = useEditForm({
    operation: legalEntities.updateRepresentative,
    params,
    record: editedOf(representative),
    read: async () => editedOf(await call(legalEntities.representative, { params })),
    rules: {
      lastName: required(),
      firstName: required(),
      basis: required(),
      basisNumber: (value, form) => (form['basis'] === 'power_of_attorney' ? required()(value, form) : null),
      snils: masked(14, 11, 'цифр'),
      passport: masked(11, 10, 'цифр'),
      phone: phone(),
      email: email(),
    },
    body: bodyOf,
    labels: t.fields,
    done: onClose,
    codeBy: { operation: legalEntities.codeForChange, params, act: 'representative' },
  });
  const field = (name: keyof Values) => ({ ...form.field(name), label: t.fields[name], autoComplete: 'off' });
  const isByPower = form.methods.watch('basis') === 'power_of_attorney';
  return (
    <>
      {company.verificationStatus === 'verified' && (
        <Notice tone="warning">{isOwn ? cardTexts.reverify : cardTexts.reverifyBySecond}</Notice>
      )}
      <Form form={form} action={formTexts.save} onCancel={onClose}>
        <TextField {...field('lastName')} />
        <Pair>
          <TextField {...field('firstName')} />
          <TextField {...field('middleName')} optional />
        </Pair>
        <Pair>
          <TextField {...field('position')} optional />
          <SelectField {...field('basis')} choices={bases} />
        </Pair>
        {isByPower && (
          <>
            <TextField {...field('basisNumber')} />
            <Pair>
              <DateField {...field('basisDate')} optional />
              <DateField {...field('basisValidUntil')} optional />
            </Pair>
          </>
        )}
        <Pair>
          <InnField {...field('inn')} optional />
          <SnilsField {...field('snils')} hint={representative.snils && t.keep(representative.snils)} optional />
        </Pair>
        <Pair>
          <PassportField
            {...field('passport')}
            hint={representative.passport && t.keep(representative.passport)}
            optional
          />
          <PhoneField {...field('phone')} optional />
        </Pair>
        <TextField {...field('email')} inputMode="email" hint={t.emailHint} optional />
      </Form>
      {questions}
    </>
  );
}

function editedOf(person: Representative): Edited<Values> {
  const day = (value: string | null) => {
    const parsed = parseDay(value ?? '');
    return parsed ? formatDay(parsed) : '';
  };
  const values = Object.fromEntries(
    Object.keys(t.fields).map((name) => [name, person[name as keyof Values] ?? '']),
  ) as Values;
  return {
    version: person.version,
    values: {
      ...values,
      basisDate: day(person.basisDate),
      basisValidUntil: day(person.basisValidUntil),
      phone: person.phone ? formatPhone(person.phone) : '',
      snils: '',
      passport: '',
    },
  };
}

/** What may be unknown is erased by an empty field; what is not a date stays as typed, for the schema to refuse. */
function bodyOf({ snils, passport, ...plain }: Partial<Values>): object {
  const entries = Object.entries(plain).map(([name, value]) => {
    if (value === '' && !needed.includes(name)) return [name, null];
    return [name, days.includes(name) ? (parseRussianDay(value) ?? value) : value];
  });
  return {
    ...Object.fromEntries(entries),
    ...(snils && { snils }),
    ...(passport && { passport: { series: passport.slice(0, 4), number: passport.slice(5) } }),
  };
}
