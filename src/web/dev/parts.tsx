import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Tone } from '#domain/values/machine.ts';
import { Button } from '#web/ui/button.tsx';
import { Brand } from '#web/ui/display/brand.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { Facts } from '#web/ui/display/facts.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import { Pair } from '#web/ui/display/pair.tsx';
import { Tag } from '#web/ui/display/tag.tsx';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { DateField, InnField, PassportField, PhoneField, SnilsField } from '#web/ui/fields/masked-field.tsx';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { Segmented } from '#web/ui/fields/segmented.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Pagination } from '#web/ui/table/pagination.tsx';
import { tables } from './tables.tsx';

const nothing = (): void => undefined;
const looks = ['primary', 'outlined', 'quiet', 'danger'] as const;
const tones = ['neutral', 'info', 'success', 'warning', 'danger'] as const satisfies Tone[];
const noticeTones = ['info', 'success', 'warning', 'danger'] as const;
const densities = { roomy: '48', usual: '40', dense: '32' };
const roles = [
  ['head', 'Руководитель'],
  ['observer', 'Наблюдатель'],
] as const;

/** What every field can be beside plain: explained, wrong, remarked, optional, closed. */
const fieldStates = [
  { label: 'Пустое', placeholder: 'Подсказка внутри' },
  { label: 'С подсказкой', hint: 'Как в паспорте', defaultValue: 'Иванов' },
  { label: 'С ошибкой', error: 'Поле должно быть заполнено' },
  { label: 'С замечанием', remark: 'Проверьте номер', defaultValue: '4510 456123' },
  { label: 'Необязательное', optional: true },
  { label: 'Закрытое', disabled: true, defaultValue: 'Не меняется' },
];

/** Every part of the interface that is on a page, in each of its states, by the name of its file. */
export const parts: Readonly<Record<string, ReactNode>> = {
  brand: <Brand />,
  button: (
    <>
      {looks.map((variant) => (
        <div className="row" key={variant}>
          <Button variant={variant}>Обычная</Button>
          <Button variant={variant} busy>
            Занята
          </Button>
          <Button variant={variant} closed="Сначала заполните анкету">
            Закрыта
          </Button>
          <Button variant={variant}>
            <Download size={16} aria-hidden="true" />С картинкой
          </Button>
          <Button variant={variant} icon aria-label={`Картинка, ${variant}`}>
            <Download size={20} aria-hidden="true" />
          </Button>
        </div>
      ))}
      <Button variant="primary" large>
        Во всю ширину
      </Button>
    </>
  ),
  tag: (
    <div className="row">
      {tones.map((tone) => (
        <Tag key={tone} tone={tone}>
          {tone}
        </Tag>
      ))}
    </div>
  ),
  notice: noticeTones.map((tone) => (
    <Notice key={tone} tone={tone}>
      Сообщение тоном {tone}
    </Notice>
  )),
  'text-field': fieldStates.map((state) => <TextField key={state.label} {...state} />),
  'password-field': (
    <>
      <PasswordField label="Пароль" defaultValue="лес-Ветер-7" />
      <PasswordField label="Пароль ещё раз" error="Пароли не совпадают" />
    </>
  ),
  'masked-field': (
    <Pair>
      <PhoneField label="Телефон" defaultValue="+7 (916) 123-45-67" />
      <DateField label="Дата рождения" />
      <InnField label="ИНН" error="ИНН физлица: 12 цифр, контрольное число не сходится" />
      <SnilsField label="СНИЛС" optional />
      <PassportField label="Паспорт: серия и номер" remark="Проверьте номер" />
    </Pair>
  ),
  'select-field': (
    <>
      <SelectField label="Роль" choices={roles} />
      <SelectField label="Роль с ошибкой" choices={roles} error="Поле должно быть заполнено" />
      <SelectField label="Роль закрыта" choices={roles} disabled />
    </>
  ),
  'text-area': (
    <>
      <TextArea label="Причина" hint="Не меньше 10 знаков" />
      <TextArea label="Причина с ошибкой" error="Это поле должно быть минимум 10 знаков" defaultValue="Мало" />
    </>
  ),
  checkbox: (
    <>
      <Checkbox label="Снята" />
      <Checkbox label="Стоит" defaultChecked />
      <Checkbox label="Закрыта" disabled />
      <Checkbox label="Нужна" error="Без согласия продолжить нельзя" />
      <Checkbox label="С пояснением">Текст согласия под ней</Checkbox>
    </>
  ),
  segmented: <Segmented label="Высота строк" value="usual" choices={densities} onChange={nothing} />,
  card: (
    <Card title="Лист с заголовком">
      <p>Текст на листе</p>
    </Card>
  ),
  facts: (
    <Facts
      items={[
        { label: 'Фамилия', value: 'Иванов' },
        { label: 'ИНН', value: null },
        { label: 'Паспорт', value: '45** ***123', remark: 'Номер не читается' },
      ]}
    />
  ),
  pagination: <Pagination page={7} limit={50} total={1000} more onPage={nothing} />,
  ...tables,
};
