import type { Upload } from '#contract/kernel/file.ts';
import type { Operation } from '#contract/kernel/op.ts';

/** A request body as it goes over the wire. */
export interface Wire {
  body: string;
  headers: Record<string, string>;
}

const boundary = '----a-boundary-of-the-tests';

/** A small table that may be anybody's registry. */
export const smallTable = 'ИНН;Фамилия;Имя;Телефон\r\n500100732259;Иванов;Иван;+79161234567\r\n';

/** The least that may be the statement of a bank. */
const smallStatement = [
  '1CClientBankExchange',
  'СекцияРасчСчет',
  'РасчСчет=40702810900000000001',
  'ДатаНачала=01.10.2026',
  'ДатаКонца=31.10.2026',
  'НачальныйОстаток=0.00',
  'КонечныйОстаток=0.00',
  'КонецРасчСчет',
  'КонецФайла',
].join('\r\n');

/** The least that may be anybody's paper. */
export const smallPaper = '%PDF-1.4\n%%EOF\n';

/** A picture of one point, whose bytes happen to be letters too. */
export const smallPicture = 'RIFF\x16\0\0\0WEBPVP8L\x09\0\0\0/\0\0\0\0(@D\x04\0';

/** A file that an operation takes. */
export function smallFile({ kinds }: Upload): string {
  if (kinds.includes('webp')) return smallPicture;
  if (!kinds.includes('text')) return smallPaper;
  return kinds.includes('zip') ? smallTable : smallStatement;
}

/** The body of an operation: JSON, or, where it takes a file, a form with a small one in it. */
export function bodyFor({ def }: Operation, given: unknown): Wire {
  if (def.upload && typeof given === 'object' && given !== null) return asMultipart(given, smallFile(def.upload));
  return { body: JSON.stringify(given) ?? '', headers: { 'content-type': 'application/json' } };
}

/** A form of several parts: the fields as texts, then the file, where there is one. */
export function asMultipart(fields: object, file?: string): Wire {
  const named = Object.entries(fields).flatMap(([name, value]) =>
    Array.isArray(value) ? value.map((one: unknown) => [name, one] as const) : [[name, value] as const],
  );
  const parts = named.map(([name, value]) => {
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
    return `Content-Disposition: form-data; name="${name.replace(/["\r\n]/g, ' ')}"\r\n\r\n${text.toWellFormed()}`;
  });
  if (file !== undefined) {
    parts.push(
      `Content-Disposition: form-data; name="file"; filename="table.csv"\r\nContent-Type: text/csv\r\n\r\n${file}`,
    );
  }
  const body = parts.map((part) => `--${boundary}\r\n${part}\r\n`).join('');
  return {
    body: `${body}--${boundary}--\r\n`,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}
