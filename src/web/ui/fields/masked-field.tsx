import type { MaskitoOptions } from '@maskito/core';
import { useMaskito } from '@maskito/react';
import { useCallback } from 'react';
import { texts } from '../texts.ts';
import { phoneMask } from './phone-mask.ts';
import { TextField, type TextFieldProps } from './text-field.tsx';

const dateMask: MaskitoOptions = {
  mask: [/\d/, /\d/, '.', /\d/, /\d/, '.', /\d/, /\d/, /\d/, /\d/],
};

const digits = (count: number): RegExp[] => Array.from({ length: count }, () => /\d/);
const innMask: MaskitoOptions = { mask: digits(12) };
const snilsMask: MaskitoOptions = {
  mask: [...digits(3), '-', ...digits(3), '-', ...digits(3), ' ', ...digits(2)],
};
const passportMask: MaskitoOptions = { mask: [...digits(4), ' ', ...digits(6)] };
const departmentMask: MaskitoOptions = { mask: [...digits(3), '-', ...digits(3)] };

function MaskedField({ mask, ref, ...field }: TextFieldProps & { mask: MaskitoOptions }) {
  const maskRef = useMaskito({ options: mask });
  const both = useCallback(
    (input: HTMLInputElement | null) => {
      maskRef(input);
      if (typeof ref === 'function') ref(input);
    },
    [maskRef, ref],
  );
  return <TextField {...field} ref={both} />;
}

/** A Russian phone: typed or pasted in any notation it becomes `+7 (999) 999-99-99`. */
export function PhoneField(field: TextFieldProps) {
  return (
    <MaskedField
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      placeholder="+7 (___) ___-__-__"
      {...field}
      mask={phoneMask}
    />
  );
}

/** A date typed as ДД.ММ.ГГГГ: for a known day, as of birth, typing is faster than any calendar. */
export function DateField(field: TextFieldProps) {
  return <MaskedField inputMode="numeric" placeholder={texts.datePlaceholder} {...field} mask={dateMask} />;
}

/** ИНН: digits only, twelve of a person, ten of a company. */
export function InnField(field: TextFieldProps) {
  return <MaskedField inputMode="numeric" {...field} mask={innMask} />;
}

/** СНИЛС as it is printed: XXX-XXX-XXX YY. */
export function SnilsField(field: TextFieldProps) {
  return <MaskedField inputMode="numeric" placeholder="000-000-000 00" {...field} mask={snilsMask} />;
}

/** Series and number of a Russian passport in one field: 9999 999999. */
export function PassportField(field: TextFieldProps) {
  return <MaskedField inputMode="numeric" placeholder="0000 000000" {...field} mask={passportMask} />;
}

/** Code of the unit that issued a passport: 999-999. */
export function DepartmentField(field: TextFieldProps) {
  return <MaskedField inputMode="numeric" placeholder="000-000" {...field} mask={departmentMask} />;
}
