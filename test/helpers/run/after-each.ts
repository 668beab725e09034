import { afterEach } from 'vitest';
import { checkLedgers } from '../ledger-watch.ts';

afterEach(checkLedgers);
