import { afterAll, beforeAll, expect, test } from 'vitest';
import { system } from '#contract/platform/system.ts';
import { flushSecurityEvents } from '#server/modules/security-events/retention.commands.ts';
import { type Booted, boot } from '../helpers/boot.ts';

const { path } = system.contentReport;
let testApp: Booted;
beforeAll(async () => {
  testApp = await boot();
});
afterAll(() => testApp.stop());

const report = JSON.stringify({
  'csp-report': { 'blocked-uri': 'https://evil.example/<script>', 'violated-directive': 'script-src' },
});
const send = (type: string, body = report) => testApp.anonymous().send('POST', path, body, { 'content-type': type });

test('a page says where to report, in the old way and in the new one', async () => {
  const { headers } = await testApp.anonymous().get('/signin');
  expect(headers.get('content-security-policy')).toContain(`report-uri ${path}; report-to content`);
  expect(headers.get('reporting-endpoints')).toBe(`content="${path}"`);
});

test('reports of both kinds are counted as events of security, and nothing of them is kept', async () => {
  expect((await send('application/csp-report')).status).toBe(204);
  expect((await send('application/reports+json', '[{"not json')).status).toBe(204);
  await flushSecurityEvents(testApp.app);
  const { rows } = await testApp.owner.query('select kind, times, to_jsonb(e)::text as row from security_events e');
  expect(rows).toMatchObject([{ kind: 'content_blocked', times: 2 }]);
  expect(rows[0].row).not.toContain('evil');
});

test('a long one is refused, and so are too many from one network', async () => {
  expect((await send('application/csp-report', 'x'.repeat(17 * 1024))).status).toBe(413);
  const statuses: number[] = [];
  for (let n = 0; n < 100; n++) statuses.push((await send('application/csp-report')).status);
  expect(statuses[0]).toBe(204);
  expect(statuses.at(-1)).toBe(429);
});
