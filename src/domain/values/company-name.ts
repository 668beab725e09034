import { check } from './check.ts';

/** Zones written in Russian letters: a dot before any other Russian word is an abbreviation, «Дж.П.Морган». */
const russianZones = 'рф|рус|москва|онлайн|сайт|дети|орг|ком|бел|укр';
/** What mail programs and people take for an address: `https://…`, `www.…`, `evil.example`, `сайт.рф`. */
const address = new RegExp(
  String.raw`:\/\/|(?<![\p{L}\p{N}])www[.。．｡]|[\p{L}\p{N}][.。．｡](?:[a-z]{2,}|xn--|(?:${russianZones})(?![\p{L}\p{N}]))`,
  'iu',
);

/** The name of a company is in letters to strangers, so it holds no address that they could follow. */
export const checkCompanyName = check(
  (value) => !address.test(value.normalize('NFKC')),
  'В названии не может быть адреса сайта: уберите его или поставьте пробел после точки',
);

/**
 * How a company is named to somebody who does not know it yet. Whoever registers a company chooses its name, and only
 * verification makes sure of it: before that its ИНН is there.
 */
export const nameToStrangers = (company: { shortName: string; inn: string; verificationStatus: string }): string =>
  company.verificationStatus === 'verified' ? company.shortName : `с ИНН ${company.inn}`;
