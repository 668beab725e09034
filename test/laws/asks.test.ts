import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ASKED_TOPICS } from '#server/modules/notifications/topics.ts';
import { filesUnder } from '../helpers/files/files.ts';

/**
 * Whatever asks somebody for a move names the topic that the move settles (modules/notifications): else it goes on asking when
 * there is nothing to do any more. That something asks is known by its words.
 */
const asks =
  /ответьте|подпишите|подтвердите|прочитайте|согласитесь|сделайте|пройдите|предложите|ждёт ваш|ждёт верификации|ждёт ответа|за вами|возвращена с замечаниями|возразил|просят? |не выдал/i;

const files = filesUnder(['src/server']).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
const sources = files.map((file) => [file, readFileSync(file, 'utf8')] as const);

/** What stands between the bracket at this place and the one that closes it; a bracket of a sentence has its pair. */
function within(source: string, at: number): string {
  let depth = 0;
  for (let end = at; end < source.length; end++) {
    if ('([{'.includes(source[end]!)) depth++;
    else if (')]}'.includes(source[end]!) && --depth === 0) return source.slice(at + 1, end);
  }
  return source.slice(at);
}

/** The arguments of each call, with what the constants that they name were given last before it. */
function calls(source: string, name: RegExp): string[] {
  return [...source.matchAll(name)].map(({ index, 0: call }) => {
    const given = within(source, index + call.length - 1);
    // Only what its own function has named.
    const from = Math.max(source.lastIndexOf('\n}\n', index), 0);
    const named = [...new Set(given.match(/\b[a-z]\w*\b/gi))].map((word) => {
      const at = source.lastIndexOf(`const ${word} = `, index);
      return at < from ? '' : source.slice(at, source.indexOf(';\n', at));
    });
    return [given, ...named].join('\n');
  });
}

test('whoever asks for a move names the topic that settles it', () => {
  const told = sources.flatMap(([file, source]) =>
    calls(source, /(?<!function )\b(?:notify|tell)[A-Z]?\w*\(/g)
      .filter((text) => asks.test(text) && !/\btopic\b/.test(text))
      .map((text) => `${file}: ${asks.exec(text)![0]}`),
  );
  expect(told).toEqual([]);
});

/** What tells operators only of what has happened: there is no move that would settle it. */
const news = [
  'src/server/modules/audit/verify.commands.ts',
  'src/server/modules/payments/payouts/payout-news.ts',
  'src/server/modules/security-events/retention.commands.ts',
  'src/server/modules/system/upkeep.commands.ts',
];
/** Asks for operators to write letters to them, or for another function that tells them. */
const others = [
  'src/server/modules/approvals/deciders.queries.ts',
  'src/server/modules/close-day/close-letters.commands.ts',
  'src/server/modules/complaints/own-person.ts',
  'src/server/modules/payments/refunds/refund-requests.commands.ts',
];

test('whatever is told to operators names the topic that settles it, or is pure news', () => {
  const [untold, bare]: [string[], string[]] = [[], []];
  for (const [file, source] of sources) {
    if (!/(?<!function )\boperatorsWith\(/.test(source)) continue;
    const told = calls(source, /(?<!function )\bnotify\w*\(/g).filter((text) => text.includes('operatorsWith('));
    if (told.length === 0) untold.push(file);
    else if (told.some((text) => !/\btopic\b/.test(text))) bare.push(file);
  }
  expect([untold, bare].map((some) => some.sort())).toEqual([others, news]);
});

test('each topic is asked about and settled somewhere', () => {
  const all = sources.map(([, source]) => source);
  const settled = all.flatMap((source) => calls(source, /\bsettleNotifications\(/g)).join('\n');
  const asked = all.join('\n');
  const bare = ASKED_TOPICS.filter((name) => !settled.includes(`'${name}'`) || !asked.includes(`topic: '${name}'`));
  expect(bare).toEqual([]);
});
