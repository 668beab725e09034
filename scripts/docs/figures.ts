import { readFileSync } from 'node:fs';

/**
 * A text whose figures stand in the code: each `{{file name}}` becomes what the constant or the field of that name is in
 * that file, said with its unit. So a page tells no other figure than the program has.
 * @throws when a file has no such name, or it is no plain number there
 */
export function filled(text: string): string {
  return text.replace(/\{\{([\w./-]+) (\w+)\}\}/g, (_, file: string, name: string) => said(name, numberIn(file, name)));
}

function numberIn(file: string, name: string): number {
  const found = new RegExp(`\\b${name}(?:: number)?\\s*[=:]\\s*([\\d_ */]+)[,;\\s}]`).exec(readFileSync(file, 'utf8'));
  const written = found?.[1]?.trim();
  if (!written) throw new Error(`${file} has no number by the name of ${name}`);
  const [whole = '', ...shares] = written.replaceAll('_', '').split('/');
  const product = whole.split('*').reduce((all, factor) => all * Number(factor), 1);
  return shares.reduce((all, share) => all / Number(share), product);
}

/** The unit is told by the end of the name. */
function said(name: string, value: number): string {
  if (/Ms$|Millis$|_timeout$|Timeout$/.test(name)) return time(value / 1_000);
  if (/[Ss]econds$/.test(name)) return time(value);
  if (name.endsWith('Bytes')) return value >= 1024 * 1024 ? `${value / 1024 / 1024} МБ` : `${value / 1024} КБ`;
  if (value > 0 && value < 1) return `1/${Math.round(1 / value)}`;
  return value.toLocaleString('ru-RU').replaceAll('\u00a0', ' ');
}

function time(seconds: number): string {
  if (seconds < 1) return `${seconds * 1_000} мс`;
  return seconds >= 60 && seconds % 60 === 0 ? `${seconds / 60} мин` : `${seconds} с`;
}
