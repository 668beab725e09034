import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openLog } from './log.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'log-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const said = (name: string): { line: number }[] =>
  readFileSync(join(dataDir, 'logs', name), 'utf8')
    .split('\n')
    .filter((text) => text !== '')
    .map((text) => JSON.parse(text));
const files = (): string[] => readdirSync(join(dataDir, 'logs')).sort();

test('a full file of the log makes room for the next one, and the oldest goes', async () => {
  for (let line = 0; line < 12; line++) {
    const { log, close } = openLog(dataDir, 'info', 200);
    log.info({ line, filling: 'x'.repeat(200) }, 'said');
    await close();
  }
  expect(files()).toEqual(Array.from({ length: 9 }, (_, index) => `app.${index + 1}.log`));
  expect(said('app.1.log')).toEqual([expect.objectContaining({ line: 11 })]);
  expect(said('app.9.log')).toEqual([expect.objectContaining({ line: 3 })]);
});

test('a file that fills while it is written loses no line and splits none', async () => {
  const { log, close } = openLog(dataDir, 'info', 5_000);
  for (let line = 0; line < 200; line++) {
    log.info({ line });
    if (line % 10 === 0) await nextTurn();
  }
  await close();
  const lines = files().flatMap((name) => said(name).map(({ line }) => line));
  expect(lines.sort((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, line) => line));
  expect(files().length).toBeGreaterThan(1);
});

test('a line is JSON with its instant in UTC, and what is said in it makes no other line', async () => {
  const { log, close } = openLog(dataDir, 'info');
  log.info({ line: 1, told: 'x\r\n{"level":50,"msg":"forged"}' }, 'y\n{"level":50,"msg":"forged"}\u2028');
  await close();
  const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  expect(said('app.log')).toEqual([expect.objectContaining({ level: 30, line: 1, time: instant })]);
});

test('what an earlier process said stays in the file', async () => {
  for (const line of [1, 2]) {
    const { log, close } = openLog(dataDir, 'info');
    log.info({ line });
    await close();
  }
  expect(said('app.log').map(({ line }) => line)).toEqual([1, 2]);
});
