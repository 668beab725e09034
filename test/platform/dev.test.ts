import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { operatingEnvironment } from '../helpers/operating.ts';
import { childrenOf, freePort } from '../helpers/processes/processes.ts';

const patience = { timeout: 60_000, interval: 100 };

test('npm run dev hands its port to the page, and starts the server anew when its code changes', async () => {
  const [port, webPort] = [await freePort(), await freePort()];
  const dataDir = mkdtempSync(join(tmpdir(), 'ugovor-dev-'));
  const { PATH, HOME } = process.env;
  const dev = spawn(process.execPath, ['scripts/dev.ts'], {
    env: { ...operatingEnvironment, PATH, HOME, PORT: String(port), WEB_PORT: String(webPort), DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(dev, 'exit');
  let said = '';
  dev.stdout.on('data', (chunk: Buffer) => (said += chunk));
  const starts = (): number => said.split(`listening on http://127.0.0.1:${port}`).length - 1;
  try {
    await expect.poll(starts, patience).toBe(1);
    const throughThePage = async (): Promise<number> =>
      (await fetch(`http://localhost:${webPort}/api/health`).catch(() => ({ status: 0 }))).status;
    await expect.poll(throughThePage, patience).toBe(200);
    touch('src/server/main.ts');
    await expect.poll(starts, patience).toBe(2);
    await expect.poll(throughThePage, patience).toBe(200);
  } finally {
    dev.kill('SIGTERM');
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  }
  expect(childrenOf(dev.pid!)).toEqual([]);
});

/** Says that a file has changed although it has not. */
function touch(file: string): void {
  const now = new Date();
  utimesSync(file, now, now);
}
