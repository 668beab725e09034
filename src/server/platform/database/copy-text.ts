/** Rows as PostgreSQL takes them by the thousand: the text form of COPY. */
export type CopyText = Uint8Array;

type CopyValue = string | number | boolean | null | undefined;

/** One line of COPY's text form. */
export const copyLine = (values: readonly CopyValue[]): string => `${values.map(copyValue).join('\t')}\n`;

/** A value as COPY takes it in its text format. */
export function copyValue(value: CopyValue): string {
  if (value === null || value === undefined) return '\\N';
  return typeof value === 'string' ? (/[\\\t\n\r]/.test(value) ? escaped(value) : value) : String(value);
}

const signs: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
const escaped = (text: string): string => text.replace(/[\\\t\n\r]/g, (sign) => signs[sign] ?? sign);
