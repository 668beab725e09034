/** `npm run sbom`: writes sbom.json, a bill of materials in CycloneDX 1.6, made of package-lock.json and nothing else. */
import { readFileSync, writeFileSync } from 'node:fs';

interface Locked {
  version: string;
  license?: string;
  integrity?: string;
  dev?: boolean;
  optional?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/** What of a lock file is read: the packages by the places where npm puts them. */
export interface Lock {
  name: string;
  version: string;
  packages: Record<string, Locked>;
}

export interface Component {
  type: 'library';
  'bom-ref': string;
  name: string;
  version: string;
  purl: string;
  scope: 'required' | 'optional' | 'excluded';
  licenses?: { expression: string }[];
  hashes?: { alg: 'SHA-512'; content: string }[];
}

const nameOf = (place: string): string => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
const purlOf = (name: string, version: string): string => `pkg:npm/${name.replace('@', '%40')}@${version}`;
/** What is only used while the program is made or tested is named as well, but as left out of it. */
const scopeOf = ({ dev, optional }: Locked): Component['scope'] =>
  dev ? 'excluded' : optional ? 'optional' : 'required';

function componentOf([place, locked]: [string, Locked]): Component {
  const name = nameOf(place);
  const purl = purlOf(name, locked.version);
  const sha512 = locked.integrity?.split(' ').find((hash) => hash.startsWith('sha512-'));
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version: locked.version,
    purl,
    scope: scopeOf(locked),
    ...(locked.license !== undefined && { licenses: [{ expression: locked.license }] }),
    ...(sha512 && { hashes: [{ alg: 'SHA-512', content: Buffer.from(sha512.slice(7), 'base64').toString('hex') }] }),
  };
}

/** Where npm finds what a package at `place` asks for: beside it, or in a folder above. */
function resolve(packages: Lock['packages'], place: string, name: string): string | undefined {
  for (let folder = place; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const wanted = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (packages[wanted]) return wanted;
    if (folder === '') return undefined;
  }
}

/** The bill of materials. The same lock file always gives the same text. */
export function billOf({ name, version, packages }: Lock) {
  const places = Object.entries(packages).filter(([place]) => place !== '');
  const refs = new Map(places.map(([place, locked]) => [place, purlOf(nameOf(place), locked.version)]));
  const own = purlOf(name, version);
  const needs = (place: string, { dependencies, optionalDependencies }: Locked): string[] =>
    Object.keys({ ...dependencies, ...optionalDependencies })
      .map((needed) => refs.get(resolve(packages, place, needed) ?? ''))
      .filter((ref) => ref !== undefined);
  const components = new Map<string, Component>();
  const graph = new Map<string, Set<string>>();
  for (const [place, locked] of Object.entries(packages)) {
    const ref = refs.get(place) ?? own;
    if (place !== '') components.set(ref, mostNeeded(components.get(ref), componentOf([place, locked])));
    graph.set(ref, new Set([...(graph.get(ref) ?? []), ...needs(place, locked)]));
  }
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': own, name, version, purl: own } },
    components: [...components.values()].toSorted((one, other) => (one.purl < other.purl ? -1 : 1)),
    dependencies: [...graph]
      .map(([ref, dependsOn]) => ({ ref, dependsOn: [...dependsOn].toSorted() }))
      .toSorted((one, other) => (one.ref < other.ref ? -1 : 1)),
  };
}

const scopes: readonly Component['scope'][] = ['required', 'optional', 'excluded'];
/** The same version in two places is one component, as needed as in the place that needs it most. */
const mostNeeded = (one: Component | undefined, other: Component): Component =>
  one && scopes.indexOf(one.scope) < scopes.indexOf(other.scope) ? one : other;

export const readLock = (): Lock => JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;

if (import.meta.main) {
  const bill = billOf(readLock());
  writeFileSync('sbom.json', `${JSON.stringify(bill, undefined, 2)}\n`);
  console.log(`sbom.json: ${bill.components.length} пакетов`);
}
