import { expect, test } from 'vitest';
import { modules } from '#web/app/modules.ts';
import type { Page } from '#web/kit/page/web-module.ts';
import { builtWeights, mostBytes } from '../helpers/weights.ts';

const framed = modules
  .flatMap((module): readonly Page[] => module.pages)
  .filter(({ layout }) => layout === 'dashboard')
  .map(({ path }) => path);

test('the sign-in, the list and what a page adds to it weigh what is promised', () => {
  const { signIn, list, further } = builtWeights();
  expect.soft(signIn, 'the sign-in').toBeLessThanOrEqual(mostBytes.signIn);
  expect.soft(list, 'the list').toBeLessThanOrEqual(mostBytes.list);
  expect.soft(further.filter(({ bytes }) => bytes > mostBytes.further)).toEqual([]);
  expect(further.map(({ path }) => path).toSorted()).toEqual(framed.toSorted());
});
