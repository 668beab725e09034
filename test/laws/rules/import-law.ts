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

/** The room of a server module: its folder; what stands beside the folders is in none. */
export const moduleRoom = (file: string): string | undefined => /^src\/server\/modules\/([^/]+)\//.exec(file)?.[1];

/**
 * The room of the server's platform. Files beside the folders are in none: app.ts and ctx.ts hold the types of everything,
 * which everything takes.
 */
export const platformRoom = (file: string): string | undefined => /^src\/server\/platform\/([^/]+)\//.exec(file)?.[1];

/** A folder of the parts that every page is made of, and of what several modules show. Files beside the folders are in none. */
export const kitRoom = (file: string): string | undefined => /^src\/web\/kit\/([^/]+)\//.exec(file)?.[1];
export const featureRoom = (file: string): string | undefined => /^src\/web\/features\/([^/]+)\//.exec(file)?.[1];

/**
 * The imports, types included, that tie rooms into circles, as `file:line → import`. Rooms that know none of the others are
 * taken out, and those that none of the others knows, until only circles are left.
 * @param roomOf the room of a file, undefined for a file that stands in none
 */
export function knots(sources: ReadonlyMap<string, string>, roomOf: (file: string) => string | undefined): string[] {
  let ties = [...sources].flatMap(([file, text]) => {
    const room = roomOf(file);
    return importsOf(text).flatMap(({ line, specifier }) => {
      const known = roomOf(resolveImport(file, specifier));
      const isTie = room !== undefined && known !== undefined && known !== room;
      return isTie ? [{ room, known, at: `${file}:${line} → ${specifier}` }] : [];
    });
  });
  for (;;) {
    const knowing = new Set(ties.map(({ room }) => room));
    const known = new Set(ties.map((tie) => tie.known));
    const left = ties.filter((tie) => knowing.has(tie.known) && known.has(tie.room));
    if (left.length === ties.length) return left.map(({ at }) => at);
    ties = left;
  }
}
