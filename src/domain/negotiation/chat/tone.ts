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

const RULES: readonly ToneRule[] = [
  {
    since: lawOfContact,
    words: words(
      'убь[юёе]',
      'убьем',
      'покалеч',
      'изобь',
      'сожж',
      'сожг',
      'сломаем?\\s+(?:тебе|вам|ноги|руки)',
      'приедем\\s+и\\s+поговорим\\s+по-другому',
    ),
    reason: 'Угрожать силой запрещено (230-ФЗ, ст. 6): такое сообщение не отправляется.',
    stops: true,
  },
  {
    since: lawOfContact,
    words: words(
      '(?:расскажем|сообщим|напишем|позвоним|узнают)\\s+(?:\\p{L}+\\s+)?(?:вашим?|твоим?|твоей|вашей|твоему|вашему|на\\s+работ|соседям|родственникам|родным|коллегам|начальник|работодател|супруг|мужу|жене|детям)',
    ),
    reason:
      'Сообщать о долге другим людям без согласия заёмщика нельзя (230-ФЗ, ст. 6): такое сообщение не отправляется.',
    stops: true,
  },
  {
    since: lawOfContact,
    words: words(
      'посадят',
      'сядете?',
      'сядешь',
      'тюрьм',
      'отберём\\s+детей',
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
      'мошенни',
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
      'урод',
      'тварь',
      'твари(?!\\p{L})',
    ),
    reason: 'Унижать заёмщика нельзя (230-ФЗ, ст. 6): такое сообщение не отправляется.',
    stops: true,
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

/** What a creditor is told of his message; null where there is nothing to say. What is forbidden is said first. */
export function judgeTone(text: string, day: Day): Tone | null {
  const broken = RULES.filter((rule) => rule.since <= day && rule.words.test(text));
  const [first] = broken.toSorted((one, other) => Number(other.stops) - Number(one.stops));
  return first ? { reason: first.reason, stops: first.stops } : null;
}
