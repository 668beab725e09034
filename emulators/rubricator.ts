/**
 * Who completes addresses and companies as DaData does, for the tests. The token comes in `RUBRICATOR_KEY`.
 *
 * - `POST /suggestions/api/4_1/rs/suggest/{address,party}`, see src/server/partners/rubricator.ts;
 * - `/control/behaviour`, which all partners have (partner.ts);
 * - `GET /control/asked` says how many questions have come.
 */
import { type Answer, absent, ok, openEmulator } from './partner.ts';

const key = process.env['RUBRICATOR_KEY'] ?? '';

const addresses = [
  ['г Самара, ул Мира, д 1', 'Самарская обл', 'Самара', '443001'],
  ['г Самара, ул Мичурина, д 20', 'Самарская обл', 'Самара', '443110'],
  ['г Омск, ул Мира, д 7', 'Омская обл', 'Омск', '644050'],
] as const;
const companies = [
  ['ООО "РОМАШКА"', '7707083893', '770701001', '1027700132195', 'г Москва, ул Лесная, д 5'],
  ['ИП Ромашкин Пётр Иванович', '500100732259', null, '304500116000157', null],
] as const;

const holds = (text: string, words: unknown): boolean =>
  typeof words === 'string' && text.toLowerCase().includes(words.toLowerCase());

const serve = (_method: string, path: string, body: unknown): Answer => {
  const { query, count = 10 } = body as { query?: unknown; count?: number };
  if (path.endsWith('/address')) {
    const suggestions = addresses
      .filter(([value]) => holds(value, query))
      .map(([value, region, city, index]) => ({
        value,
        unrestricted_value: `${index}, ${value}`,
        data: { postal_code: index, region_with_type: region, city, settlement: null },
      }));
    return ok({ suggestions: suggestions.slice(0, count) });
  }
  if (path.endsWith('/party')) {
    const suggestions = companies
      .filter(([name, inn]) => holds(name, query) || holds(inn, query))
      .map(([value, inn, kpp, ogrn, address]) => ({
        value,
        data: {
          inn,
          kpp,
          ogrn,
          name: { full_with_opf: `${value}, полностью`, short_with_opf: value },
          address: address && { value: address },
        },
      }));
    return ok({ suggestions: suggestions.slice(0, count) });
  }
  return absent;
};

const partner = await openEmulator({
  key,
  admits: ({ authorization }) => authorization === `Token ${key}`,
  serve,
  control: () => ok({ asked: partner.asked() }),
  page: () => false,
});
