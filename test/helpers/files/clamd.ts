import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort, killed, lacksPrograms } from '../processes/processes.ts';

/** What our own signature finds; no real virus comes near the tests. */
export const virus = 'ugovor-signature-of-a-test-virus';

/** A real clamd with one signature of our own, over TCP and over a socket of the machine. */
export interface Clamd {
  tcp: string;
  unix: string;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Stops it for good. */
  forget(): Promise<void>;
}

/** Whether this machine has it (Debian: clamav-daemon). */
export const lacksClamd = () => lacksPrograms('clamd');

export async function makeClamd(): Promise<Clamd> {
  const folder = await mkdtemp(join(tmpdir(), 'ugovor-clamd-'));
  const [port, socket] = [await freePort(), join(folder, 'socket')];
  const config = [
    'Foreground yes',
    'TCPAddr 127.0.0.1',
    `TCPSocket ${port}`,
    `LocalSocket ${socket}`,
    `DatabaseDirectory ${folder}`,
    // Nothing of it outlives the test.
    `TemporaryDirectory ${folder}`,
    'StreamMaxLength 1M',
  ];
  await writeFile(join(folder, 'clamd.conf'), config.join('\n'));
  await writeFile(join(folder, 'own.ndb'), `Ugovor.Test:0:*:${Buffer.from(virus).toString('hex')}\n`);
  let running: ChildProcess | undefined;
  const stop = async (): Promise<void> => {
    if (running) await killed(running);
  };
  return {
    tcp: `tcp://127.0.0.1:${port}`,
    unix: `unix:${socket}`,
    async start() {
      await rm(socket, { force: true });
      const env = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` };
      running = spawn('clamd', ['--config-file', join(folder, 'clamd.conf')], { env, stdio: 'ignore' });
      await untilItListens(port);
    },
    stop,
    async forget() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function untilItListens(port: number): Promise<void> {
  for (const until = Date.now() + 60_000; ; await setTimeout(100)) {
    const socket = connect(port, '127.0.0.1');
    try {
      return void (await once(socket, 'connect'));
    } catch (error) {
      if (Date.now() > until) throw error;
    } finally {
      socket.destroy();
    }
  }
}
