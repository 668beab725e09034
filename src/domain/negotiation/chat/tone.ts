import type { Day } from '../../values/days.ts';

/** What a creditor's message may not say, or had better not: a dated list, because the law of contact is (docs/domain.md §12). */
interface ToneRule {
  /** From which day on it is looked for. */
  readonly since: string;
  readonly words: RegExp;
  /** What is said to whoever has written it, with the law. */
  readonly reason: string;
  /** Whether the law forbids it: then the message does not go; of others its author is asked once. */
  readonly stops: boolean;
}

/** Since then creditors are held to 230-ФЗ. */
const lawOfContact = '2017-01-01';

/** A word by its beginning: letters before it would make another one of it. */
const words = (...beginnings: readonly string[]): RegExp => new RegExp(`(?<!\\p{L})(?:${beginnings.join('|')})`, 'iu');

/** Whoever writes, or others, will tell or learn. */
const tells =
  '(?<!\\p{L})(?:расскаж(?:у|ем)|сообщ(?:у|им)|напиш(?:у|ем)|позвон(?:ю|им)|обзвон(?:ю|им)|узна(?:ет|ют))(?!\\p{L})';
/** Who has no part in the debt. */
const others =
  '(?<!\\p{L})(?:на\\s+работ[уе]|сосед|родственник|родным|близким|коллег|начальник|работодател|супруг|муж[уа]?(?!\\p{L})|жен[еуа](?!\\p{L})|детям|детей|родител|друзья|знакомы)';
/** So far apart within a sentence. */
const within = '[^.!?;]{0,60}?';

/** Two things said in one sentence, in either order. */
const together = (one: string, other: string): string => `${one}${within}${other}|${other}${within}${one}`;

/** Whoever writes, or his people, will come. */
const comes =
  '(?<!\\p{L})(?:(?:при|подъ|за)?ед(?:ем|у|ут)|при(?:д|езжа)(?:ем|у)|зайдем|явимся|явлюсь|явятся|нагрян(?:ем|у|ут)|наведа(?:емся|юсь|ются)|навест(?:им|ят)|навещу|выед(?:ем|ут)|выезжа(?:ем|ют))(?!\\p{L})';
/** Where the debtor lives. */
const home =
  '(?<!\\p{L})(?:домой|на\\s+дом(?!\\p{L})|(?:в|к)\\s+(?:вам\\s+|тебе\\s+|ваш\\p{L}*\\s+|тво\\p{L}*\\s+)?(?:дом(?:у)?(?!\\p{L})|квартир|подъезд)|на\\s+квартиру|по\\s+(?:вашему\\s+|твоему\\s+)?(?:адресу|месту)\\s+(?:жительства|проживания|регистрации|прописки)|по\\s+прописке|по\\s+(?:вашему|твоему)\\s+адресу)';
const otherwise = 'по[-‐–—\\s]*(?:другому|плохому)(?!\\p{L})';

const RULES: readonly ToneRule[] = [
  {
    since: lawOfContact,
    words: new RegExp(
      `${words('убь[юе]', 'покалеч', 'изобь', 'сожж', 'сожг', 'сломаем?\\s+(?:тебе|вам|ноги|руки)').source}|${together(comes, otherwise)}`,
      'iu',
    ),
    reason: 'Угрожать силой запрещено (230-ФЗ, ст. 6): такое сообщение не отправляется.',
    stops: true,
  },
  {
    since: lawOfContact,
    words: new RegExp(together(tells, others), 'iu'),
    reason:
      'Сообщать о долге другим людям без согласия заёмщика нельзя (230-ФЗ, ст. 6): такое сообщение не отправляется.',
    stops: true,
  },
  {
    since: lawOfContact,
    words: words(
      'посад(?:ят|им)(?!\\p{L})',
      'сяд(?:ете|ешь)(?!\\p{L}|\\s+за)',
      'в\\s+тюрьм',
      'тюрьм\\p{L}*\\s+(?:вам|тебе|вас|тебя)',
      'отберем\\s+детей',
      'лишим\\s+(?:вас\\s+|тебя\\s+)?родительск',
    ),
    reason:
      'Вводить в заблуждение о последствиях долга нельзя (230-ФЗ, ст. 6): за неуплату займа не лишают свободы и детей.',
    stops: true,
  },
  {
    since: lawOfContact,
    words: words(
      'мошенни(?:к|ца|цы)(?!\\p{L})',
      'ворюг',
      'вор(?!\\p{L})',
      'жулик',
      'подлец',
      'скотин',
      'идиот',
      'дурак',
      'дура(?!\\p{L})',
      'придур',
      'сволоч',
      'мраз',
      'урод(?!\\p{L})',
      'уроды(?!\\p{L})',
      'тварь',
      'твари(?!\\p{L})',
    ),
    reason: 'Унижать заёмщика нельзя (230-ФЗ, ст. 6): такое сообщение не отправляется.',
    stops: true,
  },
  {
    since: lawOfContact,
    words: new RegExp(together(comes, home), 'iu'),
    reason:
      'Это звучит как угроза прийти домой. О встрече договариваются: предложите время и место. Отправить как есть можно ещё одним нажатием.',
    stops: false,
  },
  {
    since: lawOfContact,
    words: words(
      'немедленно',
      'последнее\\s+предупреждение',
      'пожалеете',
      'пожалеешь',
      'не\\s+заставляйте',
      'хватит\\s+врать',
      'вы\\s+обязаны\\s+сегодня',
    ),
    reason:
      'Это звучит как давление. Напишите спокойнее: договориться так проще. Отправить как есть можно ещё одним нажатием.',
    stops: false,
  },
];

interface Tone {
  readonly reason: string;
  readonly stops: boolean;
}

/** Letters of another alphabet that look like ours. */
const lookalikes: Readonly<Record<string, string>> = {
  a: 'а',
  b: 'в',
  c: 'с',
  e: 'е',
  h: 'н',
  k: 'к',
  m: 'м',
  o: 'о',
  p: 'р',
  t: 'т',
  x: 'х',
  y: 'у',
};

/** The text as it is read: one form of each letter, nothing unseen, no letters that only look like ours within our words. */
const plainOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u00AD\u200B-\u200F\u2060\uFEFF]/gu, '')
    .replaceAll('ё', 'е')
    .replace(/\p{L}+/gu, (word) =>
      /\p{Script=Cyrillic}/u.test(word) ? word.replace(/[a-z]/g, (letter) => lookalikes[letter] ?? letter) : word,
    );

/** What a creditor is told of his message; null where there is nothing to say. What is forbidden is said first. */
export function judgeTone(text: string, day: Day): Tone | null {
  const plain = plainOf(text);
  const broken = RULES.filter((rule) => rule.since <= day && rule.words.test(plain));
  const [first] = broken.toSorted((one, other) => Number(other.stops) - Number(one.stops));
  return first ? { reason: first.reason, stops: first.stops } : null;
}
