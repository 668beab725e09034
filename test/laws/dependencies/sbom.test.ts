import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { billOf, readLock } from '../../../scripts/sbom.ts';

const lock = readLock();
const bill = billOf(lock);
const own = JSON.parse(readFileSync('package.json', 'utf8')) as Record<
  'dependencies' | 'devDependencies' | 'optionalDependencies',
  Record<string, string>
>;

test('the bill of materials names every dependency of the program with its version and hash', () => {
  const listed = new Map(bill.components.map((component) => [`${component.name}@${component.version}`, component]));
  for (const [name, version] of Object.entries(own.dependencies)) {
    expect(listed.get(`${name}@${version}`), name).toMatchObject({
      scope: 'required',
      purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
      hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
    });
  }
  const needed = Object.entries(lock.packages).filter(([place, { dev }]) => place !== '' && !dev);
  for (const [place, { version }] of needed) {
    const name = place.slice(place.lastIndexOf('node_modules/') + 13);
    expect(listed.get(`${name}@${version}`)?.scope, place).not.toBe('excluded');
  }
});

test('whatever something needs is a component itself, and the program needs what its package says', () => {
  const refs = new Set([
    ...bill.components.map((component) => component['bom-ref']),
    bill.metadata.component['bom-ref'],
  ]);
  for (const { ref, dependsOn } of bill.dependencies) {
    expect(refs.has(ref)).toBe(true);
    expect(dependsOn.filter((needed) => !refs.has(needed))).toEqual([]);
  }
  const root = bill.dependencies.find(({ ref }) => ref === bill.metadata.component['bom-ref'])!;
  expect(root.dependsOn.length).toBeGreaterThanOrEqual(Object.keys(own.dependencies).length);
});

test('tools of making and testing are named as left out', () => {
  expect(bill.components.find(({ name }) => name === 'vitest')?.scope).toBe('excluded');
});

test('each version is exact, in the lock file and in the package', () => {
  const loose = Object.entries({ ...own.dependencies, ...own.devDependencies, ...own.optionalDependencies }).filter(
    ([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
  );
  expect(loose).toEqual([]);
});
