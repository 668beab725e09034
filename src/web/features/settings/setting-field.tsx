import type { FieldValues } from 'react-hook-form';
import { formatValue, type Setting } from '#domain/settings/setting.ts';
import type { OperationForm } from '#web/kit/form/form.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { hintOf } from './values.ts';

type Field = ReturnType<OperationForm<FieldValues>['field']>;

/** The field of one setting, as its declaration wants it. */
export function SettingField({ setting, ...field }: { setting: Setting } & Field) {
  const props = { ...field, label: setting.label, hint: hintOf(setting) };
  if (setting.kind === 'choice') return <SelectField {...props} choices={Object.entries(setting.choices)} />;
  if (setting.kind === 'yesNo') {
    const choices = [true, false].map((value) => [String(value), formatValue(setting, value)] as const);
    return <SelectField {...props} choices={choices} />;
  }
  const isSum = setting.kind === 'kopecks';
  return (
    <TextField {...props} inputMode={isSum ? 'decimal' : 'numeric'} maxLength={isSum ? 20 : 6} autoComplete="off" />
  );
}
