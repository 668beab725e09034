import { existsSync, readFileSync } from 'node:fs';

/** A package as the lock file describes it; the fields that the laws of the project look at. */
export interface LockedPackage {
  version?: string;
  resolved?: string;
  integrity?: string;
  license?: string;
  dev?: boolean;
  optionalDependencies?: Record<string, string>;
}

export type Lock = Record<string, LockedPackage>;

const free =
  /^(MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|OFL-1\.1|PostgreSQL|BlueOak-1\.0\.0|CC0-1\.0|Python-2\.0|Unlicense)$/;

/** Whether an SPDX expression leaves us free: one side of an OR is enough, both sides of an AND are needed. */
export function isFree(expression: string): boolean {
  return expression
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((licence) => free.test(licence.trim())));
}

/** Licence of an installed package, or what the lock file says of a package for another platform. */
export function licenceOf(path: string, locked: LockedPackage): string {
  const manifest = `${path}/package.json`;
  const installed = existsSync(manifest) ? (JSON.parse(readFileSync(manifest, 'utf8')) as { license?: unknown }) : {};
  return typeof installed.license === 'string' ? installed.license : (locked.license ?? 'none');
}

/** Optional packages that something asks for and the lock file does not know: with them missing, `npm ci` refuses. */
export function forgotten(lock: Lock): string[] {
  return Object.entries(lock).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !(`node_modules/${name}` in lock || `${path}/node_modules/${name}` in lock))
      .map((name) => `${path} → ${name}`),
  );
}
