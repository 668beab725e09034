// Follows what texts of the repository point at: pages in docs with their sections and ids, decisions, files, links.
import { posix } from 'node:path';

/** What can be pointed at: every file by its path, and the texts of the pages in docs. */
export interface Places {
  readonly files: ReadonlySet<string>;
  readonly pages: ReadonlyMap<string, Page>;
}

/** A page of docs: the numbers of its sections, the ids of its tables, its bold names, its headings as anchors. */
export interface Page {
  readonly sections: ReadonlySet<string>;
  readonly ids: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
  readonly anchors: ReadonlySet<string>;
}

/** A piece of prose: a comment of code with its line breaks taken out, or a whole page. */
interface Prose {
  readonly line: number;
  readonly text: string;
}

/** A comment in its file: `end` is the place where the code goes on. */
interface Comment extends Prose {
  readonly end: number;
}

/** Reads what others may point at in a page. */
export function readPage(text: string): Page {
  const headings = [...text.matchAll(/^#{1,4} (.+)$/gm)].map(([, heading = '']) => heading);
  const ids = [...text.matchAll(/^\| ([A-Z]{1,2}\d+[a-z]?(?:–[A-Z]{1,2}\d+)?) \|/gm)].flatMap(([, id = '']) =>
    range(id),
  );
  return {
    sections: new Set(headings.flatMap((heading) => /^(\d+(?:\.\d+)?)\b/.exec(heading)?.[1] ?? [])),
    ids: new Set(ids),
    names: new Set([...text.matchAll(/\*\*(\w+)\*\*/g)].map(([, name = '']) => name)),
    anchors: new Set(headings.map(anchorOf)),
  };
}

const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

/** «E1–E3» is E1, E2, E3; «8.3–8.6» the sections of 8 from 3 to 6; anything else itself. */
function range(text: string): string[] {
  const [from = '', to] = text.split('–');
  if (to === undefined) return [from];
  const [, head = '', first] = /^(.*?)(\d+)$/.exec(from) ?? [];
  const last = Number(/\d+$/.exec(to)?.[0]);
  return Array.from({ length: Math.max(0, last - Number(first)) + 1 }, (_, index) => `${head}${Number(first) + index}`);
}

const id = '[A-Z]{1,2}\\d+[a-z]?(?:–[A-Z]{1,2}\\d+[a-z]?)?';
const section = '§\\d+(?:\\.\\d+)?(?:–\\d+(?:\\.\\d+)?)?';
/** `docs/domain.md §7.3, §9 E8`: a page, then sections, ids and bold names of it. */
const pageReference = new RegExp(
  `docs/(?:[\\w-]+/)*[\\w-]+\\.md((?:(?:,? and|,)? (?:${section}(?: [A-Z][a-z]\\w*(?=[,).;:]))?|${id}))*)`,
  'g',
);
const ownReference = new RegExp(section, 'g');
const decisionReference = /docs\/decisions\/(\d{4})(?:-[\w-]+\.md)?/g;
const roots = 'src|test|scripts|docs|bench|emulators|domain|contract|server|web|platform|modules|partners|migrations';
/** A path with its first folder, or a name or the end of a path of a file of code. */
const pathReference = new RegExp(
  `(?<![\\w#@./'"{}*-])(?:(?:${roots})/[\\w@{},.*/-]*[\\w}*/]|[a-z{][\\w{},*/.-]*\\.(?:tsx?|mjs|sql|css)\\b)`,
  'g',
);
const link = /(?:\[[^\]\n]*\]\(|<img src=")([^)\s"]+)[)"]/g;
const testId = /\b(?:AZ|SE|MN|CR|UP|EX|IN|DO|WS|HD|PD|SC)\d{1,2}\b/g;
const barId = /\bid: '(P\d{1,2})'/g;
/** What follows the path of a file that an example makes. */
const newFile = '`, new';
/** Other ways in which the pages were called: what has one form is found by one search. */
const otherForms =
  /domain rules,|quality plan|stack page|design page|specification, point|(?<![\w/(.-])(?:domain|quality|screens|specification|architecture)\.md|\bdecisions? 0\d{3}/g;

const isPage = (file: string): boolean => /^docs\/[\w-]+\.md$/.test(file);
const isDecision = (file: string): boolean => /^docs\/decisions\/\d{4}/.test(file);

/** What a text points at and is not there, as «file:line → what», in the order of the rules. */
export function brokenIn(file: string, text: string, places: Places): string[] {
  const found = file.endsWith('.md')
    ? [...brokenLinks(file, text, places), ...brokenProse(file, { line: 1, text }, places)]
    : commentsOf(text).flatMap((prose) => brokenProse(file, prose, places));
  const ids = /^(?:test|bench)\/|^docs\/commands\.md$/.test(file) ? brokenIds(text, places) : [];
  return [...found, ...ids].map(({ line, text: what }) => `${file}:${line} → ${what}`);
}

const comment = /(?<=^|[\s{(,])\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*(?:\n[ \t]*\/\/.*)*/gm;

/** The comments of a file of code. Lines of one comment become one line, for a reference may be torn between two. */
export function commentsOf(text: string): Comment[] {
  return [...text.matchAll(comment)].map((match) => ({
    line: lineAt(text, match.index),
    text: match[0].replace(/[ \t]*\n[ \t]*(?:\*(?!\/)|\/\/)?[ \t]*/g, ' '),
    end: match.index + match[0].length,
  }));
}

/** A file of code with something else in the place of each comment, as nothing. */
export const codeOf = (text: string, instead: (comment: string) => string = () => ''): string =>
  text.replace(comment, instead);

const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length;

function brokenProse(file: string, { line, text }: Prose, places: Places): Prose[] {
  const at = (index: number) => (file.endsWith('.md') ? lineAt(text, index) : line);
  const all = (pattern: RegExp) => [...text.matchAll(pattern)].map((match) => ({ match, line: at(match.index) }));
  const said = (where: number, what: string): Prose => ({ line: where, text: what });
  const bare = text.replace(pageReference, (whole) => ' '.repeat(whole.length));
  const bareAll = (pattern: RegExp) => [...bare.matchAll(pattern)].map((match) => ({ match, line: at(match.index) }));
  return [
    ...all(pageReference).flatMap(({ match, line: where }) =>
      missingOf(match[0], places).map((what) => said(where, what)),
    ),
    ...bareAll(ownReference).flatMap(({ match: [found], line: where }) => {
      if (!isPage(file)) return [said(where, `${found} names no page`)];
      return missingOf(`${file} ${found}`, places).map((what) => said(where, what));
    }),
    ...decisionsIn(file, all).flatMap(({ number, line: where }) =>
      hasDecision(number, places) ? [] : [said(where, `no decision ${number}`)],
    ),
    ...all(otherForms).map(({ match: [found], line: where }) =>
      said(where, `«${found}» is not the form of a reference`),
    ),
    ...bareAll(pathReference).flatMap(({ match: { 0: found, index }, line: where }) =>
      isThere(found, places.files) || bare.startsWith(newFile, index + found.length)
        ? []
        : [said(where, `no ${found}`)],
    ),
  ];
}

type Found = { match: RegExpExecArray; line: number };

/** Decisions by the path of their page, among themselves by the number alone. */
function decisionsIn(file: string, all: (pattern: RegExp) => Found[]): { number: string; line: number }[] {
  const among = isDecision(file) ? all(/(?<!migration |\d)\b(0\d{3})\b(?!-)/g) : [];
  return [...all(decisionReference), ...among].map(({ match, line }) => ({ number: match[1] ?? '', line }));
}

const hasDecision = (number: string, { files }: Places): boolean =>
  [...files].some((file) => file.startsWith(`docs/decisions/${number}-`));

/** What of a reference to a page is not there: the page, or a section, an id, a name of it. */
function missingOf(reference: string, { files, pages }: Places): string[] {
  const path = /^docs\/\S+?\.md/.exec(reference)?.[0] ?? '';
  const page = pages.get(path);
  if (!page) return files.has(path) ? [] : [`no ${path}`];
  const rest = reference.slice(path.length);
  const sections = [...rest.matchAll(/§([\d.–]+\d|\d)/g)].flatMap(([, numbers = '']) => range(numbers));
  const ids = [...rest.matchAll(new RegExp(`(?<![§\\w])${id}(?![a-z])`, 'g'))].flatMap(([found]) => range(found));
  const names = [...rest.matchAll(/ ([A-Z][a-z]\w*)/g)].map(([, name = '']) => name);
  return [
    ...sections.filter((number) => !page.sections.has(number)).map((number) => `${path} has no §${number}`),
    ...ids.filter((found) => !page.ids.has(found)).map((found) => `${path} has no ${found}`),
    ...names.filter((name) => !page.names.has(name)).map((name) => `${path} has no ${name}`),
  ];
}

/** Whether a path, perhaps without its first folders and with `{a,b}` or `*` in it, is that of a file or a folder. */
export function isThere(path: string, files: ReadonlySet<string>): boolean {
  if (/^(?:bench\/results|docs\/decisions\/\d{4}$)/.test(path)) return true;
  return expanded(path).every((one) => {
    const pattern = one.replace(/\/$/, '').replaceAll('.', '\\.').replace(/\*+/g, '[^/]*');
    const whole = new RegExp(`(?:^|/)${pattern}(?:/|$)`);
    return [...files].some((file) => whole.test(file));
  });
}

function expanded(path: string): string[] {
  const braces = /^(.*?)\{([^{}]*)\}(.*)$/.exec(path);
  if (!braces) return [path];
  const [, head = '', inner = '', tail = ''] = braces;
  return inner.split(',').flatMap((one) => expanded(`${head}${one}${tail}`));
}

function brokenLinks(file: string, text: string, { files, pages }: Places): Prose[] {
  return [...text.matchAll(link)].flatMap((match) => {
    const [path = '', anchor] = (match[1] ?? '').split('#');
    if (/^[a-z]+:/.test(path)) return [];
    const to = path === '' ? file : posix.join(posix.dirname(file), path);
    const line = lineAt(text, match.index);
    if (!files.has(to) && !isThere(to, files)) return [{ line, text: `the link ${match[1]} leads nowhere` }];
    const isLost = anchor !== undefined && pages.get(to)?.anchors.has(anchor) === false;
    return isLost ? [{ line, text: `${to} has no heading #${anchor}` }] : [];
  });
}

/** Ids of the test plan and of the bars stand in names of tests, in the rows of benchmarks and in docs/commands.md. */
function brokenIds(text: string, { pages }: Places): Prose[] {
  const known = pages.get('docs/quality.md')?.ids;
  return [...text.matchAll(testId), ...text.matchAll(barId)].flatMap((match) => {
    const found = match[1] ?? match[0];
    return known?.has(found) ? [] : [{ line: lineAt(text, match.index), text: `docs/quality.md has no ${found}` }];
  });
}
