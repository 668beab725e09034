/** A node that only works off jobs, as a process of its own: the tests kill it in the middle of its work. */
import { setTimeout as sleep } from 'node:timers/promises';
import { openMailApp } from './mail-app.ts';

const [url, smtpUrl] = process.argv.slice(2) as [string, string];
const app = openMailApp({ url, smtpUrl, tasks: { 'never-ends': () => sleep(3_600_000) } });
await app.jobs.start(app);
