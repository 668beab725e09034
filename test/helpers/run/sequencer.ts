import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take minutes. Begun first, they leave no core idle at the end of a run. */
const longest = [
  'test/fuzz/contract.test.ts',
  'test/e2e/frame/look.test.ts',
  'test/lists/list-pages.test.ts',
  'test/platform/start.test.ts',
  'test/security/enumeration.test.ts',
  'test/e2e/settlements/main-way.test.ts',
  'test/access/masks.test.ts',
  'test/registries/stale-statistics.test.ts',
  'test/hostile/query.test.ts',
  'test/access/matrix.test.ts',
  'test/e2e/lists/list-screen.test.ts',
  'test/platform/nodes/first-start.test.ts',
  'test/privacy/canaries.test.ts',
  // The longest of those that look at a clock, which come after all others.
  'test/hostile/slow.test.ts',
  'test/platform/',
  'test/access/',
  'test/e2e/',
  'test/hostile/',
];

const rankOf = ({ moduleId }: TestSpecification): number => {
  const place = longest.findIndex((part) => moduleId.includes(`/${part}`));
  return place === -1 ? longest.length : place;
};

/** The usual order, but the longest files first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files);
    return usual.toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}
