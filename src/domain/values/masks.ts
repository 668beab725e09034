import { initials, type PersonName } from './person-name.ts';

/**
 * Personal data as shown to those who have no reason to see it whole.
 * A value of an unexpected shape is hidden completely, so that a mistake in the data never uncovers it.
 */
const HIDDEN = '***';

function mask(value: string, shape: RegExp, shown: string): string {
  return shape.test(value) ? value.replace(shape, shown) : HIDDEN;
}

/** «45** ***123» of series `4510` and number `456123`. */
export function maskPassport(series: string, number: string): string {
  return mask(`${series} ${number}`, /^(\d{2})\d{2} \d{3}(\d{3})$/, '$1** ***$2');
}

/** «+7 *** ***-12-34» of a stored phone `+79161231234`. */
export function maskPhone(phone: string): string {
  return mask(phone, /^\+7\d{6}(\d{2})(\d{2})$/, '+7 *** ***-$1-$2');
}

/** «77******93» of an ИНН of either length. */
export function maskInn(inn: string): string {
  return mask(inn, /^(\d{2})(?:\d{6}|\d{8})(\d{2})$/, '$1******$2');
}

/** Nothing of it: an address, an issuer, a day. */
export const maskWhole = (_value: string): string => HIDDEN;

/** «***-***-445 **» of the 11 digits of a СНИЛС. */
export function maskSnils(snils: string): string {
  return mask(snils, /^\d{6}(\d{3})\d{2}$/, '***-***-$1 **');
}

/** «i***@demo.test»: the domain stays, so that its owner recognises the address. */
export function maskEmail(email: string): string {
  return mask(email, /^([^@])[^@]*(@[^@]+)$/u, '$1***$2');
}

/** By what a person is found and reached, masked, beside whatever else a row says of him. */
export function maskIdentity<Row extends Record<'inn' | 'phone' | 'email', string | null>>(row: Row): Row {
  const { inn, phone, email } = row;
  return { ...row, inn: inn && maskInn(inn), phone: phone && maskPhone(phone), email: email && maskEmail(email) };
}

/** Whatever it is, as the others are masked: an address, a phone or an ИНН by its shape, anything else whole. */
export function maskAny(value: unknown): string {
  // Several values in one text, as a search keeps them, are no shape of any.
  if (typeof value !== 'string' || /\s/u.test(value)) return HIDDEN;
  if (value.includes('@')) return maskEmail(value);
  return value.startsWith('+') ? maskPhone(value) : maskInn(value);
}

/** «И*** И. И.»: the number of stars is fixed, so the length of the surname is not told. */
export function maskName(name: PersonName): string {
  return [`${name.lastName.charAt(0)}${HIDDEN}`, ...initials(name)].join(' ');
}

/** «паспорт ** ** ***875»: all digits of a text but the last three. */
export const maskDigits = (text: string): string => text.replace(/\d(?=(?:\D*\d){3})/g, '*');
