import type { Result } from '#contract/kernel/op.ts';
import { individuals } from '#contract/parties/individuals.ts';
import type { PersonPaper } from '#domain/parties/verification.ts';
import { formatDay, parseDay, parseRussianDay } from '#domain/values/days.ts';
import { masked, required } from '#domain/values/validators.ts';
import { call } from '#web/kit/data/api.ts';
import { type Edited, useEditForm } from '#web/kit/form/edit-form.tsx';
import { Form } from '#web/kit/form/form.tsx';
import { formTexts } from '#web/kit/form/texts.ts';
import { Card } from '#web/ui/display/card.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import { Pair } from '#web/ui/display/pair.tsx';
import { DateField, DepartmentField, InnField, PassportField, SnilsField } from '#web/ui/fields/masked-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { cardTexts as t } from './card-texts.ts';

type Person = Result<typeof individuals.get>;
type Values = Record<'lastName' | 'firstName' | 'middleName' | 'birthDate' | 'inn' | PersonPaper, string>;

const { fields } = t;

/** Changes a person's data. What is kept masked is typed anew or left as it is. */
export function IndividualForm({ person, isOwn, onClose }: { person: Person; isOwn: boolean; onClose: () => void }) {
  const params = { id: person.id };
  const { form, questions } = useEditForm({
    operation: individuals.update,
    params,
    record: editedOf(person),
    read: async () => editedOf(await call(individuals.get, { params })),
    rules: {
      lastName: required(),
      firstName: required(),
      snils: masked(14, 11, 'цифр'),
      passport: masked(11, 10, 'цифр'),
      passportDepartment: masked(7, 6, 'цифр'),
    },
    body: bodyOf,
    labels: fields,
    done: onClose,
    codeBy: { operation: individuals.codeForChange, params },
  });
  const field = (name: keyof Values) => ({
    ...form.field(name),
    label: fields[name],
    remark: person.remarks.find((remark) => remark.field === name)?.text,
  });
  const sealed = (name: PersonPaper) => ({
    ...field(name),
    hint: person[name] && t.keep(person[name]),
    optional: true,
  });
  return (
    <Card title={t.profile}>
      {person.verificationStatus === 'verified' && (
        <Notice tone="warning">{isOwn ? t.reverify : t.reverifyBySecond}</Notice>
      )}
      <Form form={form} action={formTexts.save} onCancel={onClose}>
        <TextField {...field('lastName')} autoComplete="off" />
        <Pair>
          <TextField {...field('firstName')} autoComplete="off" />
          <TextField {...field('middleName')} autoComplete="off" optional />
        </Pair>
        <Pair>
          <DateField {...field('birthDate')} />
          <InnField {...field('inn')} optional />
        </Pair>
        <Pair>
          <PassportField {...sealed('passport')} />
          <SnilsField {...sealed('snils')} />
        </Pair>
        <Pair>
          <DateField {...sealed('passportIssuedAt')} />
          <DepartmentField {...sealed('passportDepartment')} />
        </Pair>
        <TextField {...sealed('passportIssuedBy')} autoComplete="off" />
        <TextField {...sealed('regAddress')} autoComplete="off" />
      </Form>
      {questions}
    </Card>
  );
}

function editedOf(person: Person): Edited<Values> {
  const born = person.birthDate && parseDay(person.birthDate);
  return {
    version: person.version,
    values: {
      lastName: person.lastName,
      firstName: person.firstName,
      middleName: person.middleName ?? '',
      birthDate: born ? formatDay(born) : '',
      inn: person.inn ?? '',
      snils: '',
      passport: '',
      passportIssuedAt: '',
      passportIssuedBy: '',
      passportDepartment: '',
      regAddress: '',
    },
  };
}

/** What may be unknown is erased by an empty field; what is not a date stays as typed, for the schema to refuse. */
function bodyOf({ lastName, firstName, middleName, birthDate, inn, ...sealed }: Partial<Values>): object {
  const { passport, passportIssuedAt, ...plain } = sealed;
  return {
    ...(lastName !== undefined && { lastName }),
    ...(firstName !== undefined && { firstName }),
    ...(middleName !== undefined && { middleName: middleName || null }),
    ...(birthDate !== undefined && { birthDate: parseRussianDay(birthDate) ?? birthDate }),
    ...(inn !== undefined && { inn: inn || null }),
    ...Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== '')),
    ...(passportIssuedAt && { passportIssuedAt: parseRussianDay(passportIssuedAt) ?? passportIssuedAt }),
    ...(passport && { passport: { series: passport.slice(0, 4), number: passport.slice(5) } }),
  };
}
