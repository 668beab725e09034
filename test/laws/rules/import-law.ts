// The import law: who may know whom. ARCHITECTURE.md tells it in one table, `laws` says it once more for the machine.
import { posix } from 'node:path';

/** One import as it stands in the text: the specifier and the line it is on. */
export interface Import {
  line: number;
  specifier: string;
}

interface Law {
  name: string;
  /** Files that the law binds. */
  binds: (file: string) => boolean;
  /** Whether an import of `target` (a path in the repository or a package name) by `file` breaks the law. */
  breaks: (target: string, file: string) => boolean;
}

/** Places that put the rooms together and therefore know them all. */
const compositionRoots = [
  /^src\/server\/(main|app|keys|operator|platform-companies)\.ts$/,
  /^src\/server\/modules\/(index|every-module)\.ts$/,
  /^src\/server\/demo\//,
  /^src\/web\/main\.tsx$/,
  /^src\/web\/app\/(every-module|modules|pages)\.ts$/,
];

const isRoot = (file: string) => compositionRoots.some((root) => root.test(file));
const inside = (folder: string) => (file: string) => file.startsWith(`${folder}/`);

/** The module's name: `src/server/modules/payments/pay.ts` belongs to `payments`. */
const moduleOf = (file: string) => /^src\/(?:server\/modules|web\/pages)\/([^/]+)/.exec(file)?.[1];
const isForeign = (target: string, file: string) => moduleOf(target) !== moduleOf(file);
const isPublic = (target: string) => /\.(queries|commands|resource|events)\.ts$/.test(target);

const inDomain = inside('src/domain');
const inContract = inside('src/contract');
const inKernel = inside('src/contract/kernel');
const inServer = inside('src/server');
const inServerModules = inside('src/server/modules');
const inPlatform = inside('src/server/platform');
const inWeb = inside('src/web');
const inWebApp = inside('src/web/app');
const inWebPages = inside('src/web/pages');
const inWebUi = inside('src/web/ui');

/** The rooms of two floors from the ground up: each knows itself and what stands below it. */
const webRooms = ['ui', 'kit', 'features', 'pages', 'app'];
const domainRooms = [
  'values',
  'rates',
  'places',
  'settings',
  'parties',
  'money',
  'registries',
  'settlements',
  'negotiation',
  'documents',
];

/** How high the room of a file stands; below zero where it is in none of them. */
const heightIn = (floor: string, rooms: readonly string[]) => (file: string) =>
  rooms.findIndex((room) => file.startsWith(`src/${floor}/${room}/`));
const webHeight = heightIn('web', webRooms);
const domainHeight = heightIn('domain', domainRooms);

/** Every law of imports. A composition root is bound by none of them except those between the floors. */
export const laws: readonly Law[] = [
  {
    name: 'domain knows nothing but itself',
    binds: inDomain,
    breaks: (target) => !inDomain(target),
  },
  {
    name: `domain rooms know only what stands below them: ${domainRooms.toReversed().join(', ')}`,
    binds: (file) => domainHeight(file) >= 0,
    breaks: (target, file) => domainHeight(target) > domainHeight(file),
  },
  {
    name: 'contract knows domain and zod only',
    binds: inContract,
    breaks: (target) => !inDomain(target) && !inContract(target) && target !== 'zod',
  },
  {
    name: 'server does not know web',
    binds: inServer,
    breaks: inWeb,
  },
  {
    name: 'web does not know server',
    binds: inWeb,
    breaks: (target) => inServer(target) || target.startsWith('node:'),
  },
  {
    name: 'a server module asks another one only through *.queries.ts, *.commands.ts, *.resource.ts and *.events.ts',
    binds: (file) => inServerModules(file) && !isRoot(file),
    breaks: (target, file) => inServerModules(target) && isForeign(target, file) && !isPublic(target),
  },
  {
    name: 'server rooms do not know the places that put them together',
    binds: (file) => inServer(file) && !isRoot(file),
    breaks: (target) => inServer(target) && isRoot(target),
  },
  {
    name: 'server platform knows no module',
    binds: inPlatform,
    breaks: inServerModules,
  },
  {
    name: 'server platform knows the kernel of the contract only',
    binds: inPlatform,
    breaks: (target) => inContract(target) && !inKernel(target),
  },
  {
    name: 'pages of a web module do not look into those of another one',
    binds: inWebPages,
    breaks: (target, file) => inWebPages(target) && isForeign(target, file),
  },
  {
    name: 'web takes the contract by files, never by its index',
    binds: (file) => inWeb(file) && !isRoot(file),
    breaks: (target) => /^src\/contract\/(index|every-module)\.ts$/.test(target),
  },
  {
    name: `web rooms know only what stands below them: ${webRooms.toReversed().join(', ')}`,
    binds: (file) => webHeight(file) >= 0 && !isRoot(file),
    breaks: (target, file) => webHeight(target) > webHeight(file),
  },
  {
    name: 'the shell knows pages in modules.ts and pages.ts only',
    binds: (file) => inWebApp(file) && !isRoot(file),
    breaks: inWebPages,
  },
  {
    name: 'web ui knows no operation of the contract',
    binds: inWebUi,
    breaks: inContract,
  },
];

/** Imports with their lines: static, side-effect, re-exporting and dynamic ones, types included. */
export function importsOf(text: string): Import[] {
  const forms = [
    /^[ \t]*(?:import|export)\b[^'"`;]*?\bfrom\s*(['"])(.+?)\1/gm,
    /^[ \t]*import\s*(['"])(.+?)\1/gm,
    /\bimport\s*\(\s*(['"`])(.+?)\1/g,
  ];
  return forms.flatMap((form) => [...text.matchAll(form)].map((match) => located(text, match)));
}

function located(text: string, match: RegExpExecArray): Import {
  const line = text.slice(0, match.index + match[0].length).split('\n').length;
  return { line, specifier: match[2] ?? '' };
}

/** Turns a specifier into a path in the repository; what is neither relative nor an alias is a library. */
export function resolveImport(file: string, specifier: string): string {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(file), specifier);
  const alias = /^#(domain|contract|server|web)\/(.+)$/.exec(specifier);
  return alias ? `src/${alias[1]}/${alias[2]}` : specifier.replace(/^#/, '');
}

/** Imports of the given files that break a law, as `file:line → import`. */
export function offences(law: Law, sources: ReadonlyMap<string, string>): string[] {
  return [...sources]
    .filter(([file]) => law.binds(file))
    .flatMap(([file, text]) =>
      importsOf(text)
        .filter(({ specifier }) => law.breaks(resolveImport(file, specifier), file))
        .map(({ line, specifier }) => `${file}:${line} → ${specifier}`),
    );
}

/** Here a file counts as a folder does. Elsewhere a file beside folders may hold the types of everything, which all of them take. */
const countsFiles = (path: string): boolean => /^src\/(?:domain|contract|server\/modules)\//.test(path);

/** That one of two neighbours in a folder knows the other. */
interface Tie {
  folder: string;
  from: string;
  to: string;
  at: string;
}

/** Of which neighbours an import is, at the place where the two paths part; of none where one of them does not count. */
function tieOf(file: string, target: string): Omit<Tie, 'at'> | undefined {
  const [own, known] = [file.split('/'), target.split('/')];
  const parting = own.findIndex((name, index) => name !== known[index]);
  if (parting < 0) return undefined;
  const [from, to] = [own, known].map((names) => names.slice(0, parting + 1).join('/'));
  if (from === undefined || to === undefined) return undefined;
  const isSilent = [file, target].some((path, index) => path === [from, to][index] && !countsFiles(path));
  return isSilent ? undefined : { folder: own.slice(0, parting).join('/'), from, to };
}

/**
 * The imports, types included, that tie neighbours into circles, as `file:line → import`: folders side by side at every depth, and
 * files beside them where these count.
 */
export function knots(sources: ReadonlyMap<string, string>): string[] {
  const ties = [...sources].flatMap(([file, text]) =>
    importsOf(text).flatMap(({ line, specifier }) => {
      const tie = tieOf(file, resolveImport(file, specifier));
      return tie ? [{ ...tie, at: `${file}:${line} → ${specifier}` }] : [];
    }),
  );
  return [...Map.groupBy(ties, ({ folder }) => folder).values()].flatMap((within) => tied(within).map(({ at }) => at));
}

/** Neighbours that know none of the others are taken out, and those that none of the others knows, until only circles are left. */
function tied(ties: readonly Tie[]): readonly Tie[] {
  const knowing = new Set(ties.map(({ from }) => from));
  const known = new Set(ties.map(({ to }) => to));
  const left = ties.filter(({ from, to }) => knowing.has(to) && known.has(from));
  return left.length === ties.length ? left : tied(left);
}
