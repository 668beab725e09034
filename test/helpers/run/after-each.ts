import { afterEach } from 'vitest';
import { tellOpenPages } from '#test/e2e/helpers/open-pages.ts';
import { checkLedgers } from '../ledger/ledger-watch.ts';

afterEach(checkLedgers);
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await tellOpenPages();
});
