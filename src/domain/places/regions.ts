import type { CodeOf } from '../values/choice.ts';
import { plainWords } from '../values/text/plain-words.ts';
import type { timeZones } from './time-zones.ts';

/** One of the clocks of Russia. */
export type ZoneCode = CodeOf<typeof timeZones>;

interface ZoneNames {
  /** How the names of its regions begin: they are beside «обл», «край», «респ», «округ». */
  readonly regions: string;
  /** Cities and short names, which stand alone or after «г». */
  readonly places: string;
}

/** Regions of Russia by their time zones (107-ФЗ, ст. 5); Yakutia by its capital. */
const zoneNames: Readonly<Record<ZoneCode, ZoneNames>> = {
  'Europe/Kaliningrad': { regions: 'калининградск', places: 'калининград' },
  'Europe/Moscow': {
    regions:
      'архангельск белгородск брянск владимирск волгоградск вологодск воронежск ивановск калужск кировск костромск краснодарск курск ленинградск липецк московск мурманск ненецк нижегородск новгородск орловск пензенск псковск ростовск рязанск смоленск ставропольск тамбовск тверск тульск ярославск адыге дагестан ингуш кабардино-балкар калмык карачаево-черкес карел коми крым марий мордов северная_осетия татарстан чечен чечня чуваш донецк луганск запорожск херсонск',
    places:
      'москва санкт-петербург севастополь казань нижний_новгород ростов-на-дону краснодар воронеж волгоград пенза липецк тула рязань ярославль сочи ставрополь тверь иваново брянск белгород курск калуга смоленск владимир чебоксары мурманск архангельск вологда киров махачкала грозный симферополь спб мск',
  },
  'Europe/Samara': {
    regions: 'астраханск самарск саратовск удмурт ульяновск',
    places: 'астрахань самара тольятти саратов ижевск ульяновск',
  },
  'Asia/Yekaterinburg': {
    regions: 'башк курганск оренбургск пермск свердловск тюменск ханты-мансийск челябинск ямало-ненецк',
    places:
      'уфа курган оренбург пермь екатеринбург нижний_тагил тюмень сургут нижневартовск челябинск магнитогорск хмао хмао-югра янао',
  },
  'Asia/Omsk': { regions: 'омск', places: 'омск' },
  'Asia/Krasnoyarsk': {
    regions: 'алтай кемеровск кузбасс красноярск новосибирск томск тыва тува хакас',
    places: 'барнаул кемерово новокузнецк красноярск новосибирск томск кызыл абакан',
  },
  'Asia/Irkutsk': { regions: 'бурят иркутск', places: 'улан-удэ иркутск братск ангарск' },
  'Asia/Yakutsk': { regions: 'амурск забайкальск саха якут', places: 'благовещенск чита якутск' },
  'Asia/Vladivostok': {
    regions: 'еврейск приморск хабаровск',
    places: 'биробиджан владивосток находка уссурийск хабаровск комсомольск-на-амуре',
  },
  'Asia/Magadan': { regions: 'магаданск сахалинск', places: 'магадан южно-сахалинск' },
  'Asia/Kamchatka': { regions: 'камчатск чукотск', places: 'петропавловск-камчатский анадырь' },
};

const namesOf = (names: string): string[] => names.split(' ').map((name) => name.replaceAll('_', ' '));
const listOf = (key: keyof ZoneNames): (readonly [name: string, zone: ZoneCode])[] =>
  Object.entries(zoneNames).flatMap(([zone, clock]) =>
    namesOf(clock[key]).map((name) => [name, zone as ZoneCode] as const),
  );

/** The longest first, so that «сахалинск» is not taken for «саха». */
const regions = listOf('regions').toSorted(([one], [other]) => other.length - one.length);
const places = new Map(listOf('places'));

const regionWord = /(?:^|[ .])(?:обл|край|респ|округ|ао|а\.о)/;
const cityWord = /^(?:г|гор|город)[. ]+|[. ]+(?:г|гор|город)\.?$/g;

/**
 * The time zone of an address, by its region or its main city; null when neither is known. Only the parts before the first
 * street count, so that the Novosibirskaya street of Moscow does not move the debtor to Siberia.
 */
export function zoneOfAddress(address: string): ZoneCode | null {
  for (const part of plainWords(address).split(/[,;]/).slice(0, 6)) {
    const text = part.trim();
    if (street.test(text)) return null;
    const zone = zoneOfPart(text);
    if (zone) return zone;
  }
  return null;
}

const street =
  /(?:^|[ .])(?:ул|улица|пер|переулок|пр-кт|пр-т|проспект|наб|набережная|бульвар|б-р|шоссе|пл|площадь|проезд)(?:[. ]|$)/;

function zoneOfPart(text: string): ZoneCode | null {
  const place = places.get(text.replace(cityWord, '').trim());
  if (place) return place;
  if (!regionWord.test(text)) return null;
  return regions.find(([name]) => ` ${text}`.includes(` ${name}`))?.[1] ?? null;
}
