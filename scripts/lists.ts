/**
 * The lists that whoever adds a module or a list would otherwise have to keep. Who stands in them is found by the files, in what
 * order the lists themselves say. `npm run docs` writes them; with `--check` it is only said whether they are up to date.
 */
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path/posix';

/** A list of constants that files export. */
interface List {
  name: string;
  about: string;
  /** Where they are declared. */
  files: string;
  /** How the line begins that declares one. */
  declared: RegExp;
}

/** Who is not in a file of these does not exist for the floor. */
const files: Readonly<Record<string, readonly List[]>> = {
  'src/contract/every-module.ts': [
    {
      name: 'modules',
      about: 'Every module, in the order in which readers of its documents meet them.',
      files: 'src/contract/*/*.ts',
      declared: /^export const (\w+) = module\(/gm,
    },
    {
      name: 'rights',
      about: 'The permissions within operations of the modules.',
      files: 'src/contract/*/*.ts',
      declared: /^export const (\w+) = (?:rights|\w+Rights)\(/gm,
    },
  ],
  'src/server/modules/every-module.ts': [
    {
      name: 'modules',
      about: 'Every module, in the order in which they begin their work and in which the rows of a person are deleted.',
      files: 'src/server/modules/*/module.ts',
      declared: /^export const (\w+): ServerModule = /gm,
    },
  ],
  'src/web/app/every-module.ts': [
    {
      name: 'modules',
      about: 'Every module, in the order in which their sections stand in the menu, each in its group.',
      files: 'src/web/pages/*/module.ts',
      declared: /^export const (\w+) = webModule\(/gm,
    },
  ],
};

const screens = 'src/contract/platform/screens.ts';
const pagePaths = 'src/contract/kernel/page-paths.ts';

/** The text of every file with a list, as it should be. */
export const writtenLists = (): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(files).map(([file, lists]) => [file, withModules(file, lists)])),
  [screens]: withScreens(textOf(screens)),
  [pagePaths]: withPagePaths(),
});

export function writeLists(): void {
  for (const [file, text] of Object.entries(writtenLists())) writeFileSync(file, text);
}

/** Those who are there keep their places, new ones come last. */
function withModules(file: string, lists: readonly List[]): string {
  const before = textOf(file);
  const found = lists.map((list) => declaredBy(list));
  const parts = lists.map(({ name, about }, index) => {
    const names = new Set(found[index]!.map((one) => one.name));
    const placed = wordsOf(arrayIn(before, name)).filter((one) => names.has(one));
    return `/** ${about} */\nexport const ${name} = ${arrayOf(new Set([...placed, ...names]))} as const;\n`;
  });
  const head = '// `npm run docs` writes who stands here, new ones last. Their order is ours: a line may be moved.\n';
  return `${head}${importsOf(file, found.flat())}\n${parts.join('\n')}`;
}

interface Declared {
  from: string;
  name: string;
}

const declaredBy = ({ files, declared }: List): Declared[] =>
  filesLike(files).flatMap((from) => firstOf(declared, textOf(from)).map((name) => ({ from, name })));

const importsOf = (file: string, declared: readonly Declared[]): string =>
  [...Map.groupBy(declared, ({ from }) => relative(dirname(file), from))]
    .map(([path, all]) => ({
      path: path.startsWith('.') ? path : `./${path}`,
      names: all.map(({ name }) => name).sort(),
    }))
    .sort((one, other) => (one.path < other.path ? -1 : 1))
    .map(({ path, names }) => `import { ${names.join(', ')} } from '${path}';\n`)
    .join('');

/** A name that is there stays: stored views may know it. Which of them no list has any more says a law. */
function withScreens(before: string): string {
  const array = arrayIn(before, 'screens');
  const found = filesLike('src/web/**/*.{ts,tsx}').flatMap((file) => firstOf(/\bscreen: ('[\w-]+')/g, textOf(file)));
  const names = [...new Set([...firstOf(/('[\w-]+')/g, array), ...found])].sort();
  return before.replace(array, arrayOf(names));
}

/** The server cannot look into the browser, so it reads here which pages there are. */
function withPagePaths(): string {
  const paths = filesLike('src/web/pages/*/module.ts').flatMap((file) => firstOf(/\bpath: ('[^']+')/g, textOf(file)));
  const head = '// `npm run docs` writes the paths of all pages, as the web modules declare them.\n';
  return `${head}export const pagePaths = ${arrayOf(paths.sort())} as const;\n`;
}

const arrayOf = (names: Iterable<string>): string => `[\n${[...names].map((name) => `  ${name},\n`).join('')}]`;
const arrayIn = (text: string, name: string): string =>
  new RegExp(`^export const ${name} = (\\[[^\\]]*\\])`, 'm').exec(text)?.[1] ?? '';
const wordsOf = (text: string): string[] => firstOf(/(\w+)/g, text);

/** What stands in the brackets of each match. */
const firstOf = (form: RegExp, text: string): string[] => [...text.matchAll(form)].map(([, first]) => first!);

const textOf = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '');
/** Files with slashes on every system and in a steady order. */
const filesLike = (pattern: string): string[] =>
  globSync(pattern)
    .map((file) => file.replaceAll('\\', '/'))
    .sort();

if (import.meta.main) {
  if (process.argv.includes('--check')) {
    const stale = Object.entries(writtenLists()).filter(([file, text]) => text !== textOf(file));
    for (const [file] of stale) console.error(`${file} не соответствует модулям: запустите npm run docs`);
    if (stale.length > 0) process.exitCode = 1;
  } else {
    writeLists();
  }
}
