import { afterEach } from 'vitest';
import { checkLedgers } from '../ledger/ledger-watch.ts';

afterEach(checkLedgers);
