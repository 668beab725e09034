import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { startServer } from '#test/helpers/processes/child.ts';

/** Starts a fresh demonstration and a browser, hands both over with the address, and takes them away afterwards. */
export async function inDemonstration(work: (browser: Browser, url: string) => Promise<void>): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'ugovor-shots-'));
  const server = await startServer({ DATA_DIR: dataDir, DEMO: '1' });
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--headless', '--no-sandbox', '--disable-gpu'],
  });
  try {
    await work(browser, server.url);
  } finally {
    await browser.close();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
