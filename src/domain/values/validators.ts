import { checkEmail } from './email.ts';
import { PHONE_LENGTH } from './phone.ts';
import { characterCount } from './text/words.ts';

/** The values of all fields of a form, by name. */
type Form = Readonly<Record<string, unknown>>;

/** Judges one field of a form: null when it is right, otherwise the message to show at it. */
export type Validator = (value: unknown, form: Form) => string | null;

const EMPTY = 'Поле должно быть заполнено';

/** The message of a rule that has none of its own (docs/specification.md §5). */
export function defaultMessage(field: string): string {
  return `${field} is not valid.`;
}

/** Applies validators in order, the first message wins. */
export function all(...validators: readonly Validator[]): Validator {
  return (value, form) => {
    for (const validator of validators) {
      const message = validator(value, form);
      if (message !== null) return message;
    }
    return null;
  };
}

// The eight named validators below are those of docs/specification.md §5, with its names and messages.

/** Fails when the field is empty; blanks alone and an empty list are empty too. */
export function required(): Validator {
  return (value) => (isEmpty(value) ? EMPTY : null);
}

/** Passes when empty; otherwise the field must be an e-mail address. */
export function email(): Validator {
  return optional((text) => checkEmail(text));
}

/** Fails unless the value equals another field of the form, named here. */
export function pswConfirmed(otherField: string): Validator {
  return (value, form) => (textOf(value) === textOf(form[otherField]) ? null : 'Пароли не совпадают');
}

/** Fails when fewer than `minimum` characters are typed into a mask; an empty field fails as well. */
export function length(minimum: number, unit: string): Validator {
  return (value) => (characterCount(typed(textOf(value))) < minimum ? `Это поле должно быть ${minimum} ${unit}` : null);
}

/** Passes when empty; otherwise the phone must fill its mask `+7 (999) 999-99-99`. */
export function phone(): Validator {
  return optional((text) => (typed(text).length < PHONE_LENGTH ? 'Номер телефона введён не до конца' : null));
}

/** Passes when empty; otherwise the masked text has at least `minimum` characters; the message names `shown`. */
export function masked(minimum: number, shown: number, unit: string): Validator {
  return optional((text) => (characterCount(text) < minimum ? `Длина должна быть ${shown} ${unit}` : null));
}

/** Passes when empty; otherwise the text has at least `minimum` characters. */
export function minLength(minimum: number, unit: string): Validator {
  return optional((text) =>
    characterCount(text) < minimum ? `Это поле должно быть минимум ${minimum} ${unit}` : null,
  );
}

/** The required rule of the forms of a settlement: what is asked for must be told. */
export function settlementFieldRequired(): Validator {
  return required();
}

function optional(judge: (text: string) => string | null): Validator {
  return (value) => {
    const text = textOf(value);
    return text === '' ? null : judge(text);
  };
}

/** A mask shows an underscore where nothing is typed yet. */
function typed(text: string): string {
  return text.replaceAll('_', '');
}

function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return value === null || value === undefined || (typeof value === 'string' && value.trim() === '');
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
