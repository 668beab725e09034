import { type Check, check } from './check.ts';
import { checkOneLine } from './text/one-line.ts';

/** Zones written in Russian letters: a dot before any other Russian word is an abbreviation, «Дж.П.Морган». */
const russianZones = 'рф|рус|москва|онлайн|сайт|дети|орг|ком|бел|укр';
/** What mail programs and people take for an address: `https://…`, `www.…`, `evil.example`, `сайт.рф`. */
const address = new RegExp(
  String.raw`:\/\/|(?<![\p{L}\p{N}])www[.。．｡]|[\p{L}\p{N}][.。．｡](?:[a-z]{2,}|xn--|(?:${russianZones})(?![\p{L}\p{N}]))`,
  'iu',
);

const checkNoAddress = check(
  (value) => !address.test(value.normalize('NFKC')),
  'В названии не может быть адреса сайта: уберите его или поставьте пробел после точки',
);

/** The name of a company is in letters to strangers: one line, and no address that they could follow. */
export const checkCompanyName: Check = (value) => checkOneLine(value) ?? checkNoAddress(value);

/**
 * How a company is named to somebody who does not know it yet. Whoever registers a company chooses its name, and only
 * verification makes sure of it: before that its ИНН is there.
 */
export const nameToStrangers = (company: { shortName: string; inn: string; verificationStatus: string }): string =>
  company.verificationStatus === 'verified' ? company.shortName : `с ИНН ${company.inn}`;
