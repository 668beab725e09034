import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The emulators there are, each the name of a file beside this one, with the ports that it opens on 127.0.0.1. */
interface EmulatorPorts {
  mail: { smtp: number; http: number };
  payments: { http: number };
  rnko: { http: number };
  rubricator: { http: number };
  sms: { http: number };
  push: { http: number };
  messenger: { http: number };
}

export interface Emulator<Name extends keyof EmulatorPorts> {
  ports: EmulatorPorts[Name];
  /** Ends the process and waits until it is gone. */
  stop(): Promise<void>;
}

/**
 * Starts an emulator of a partner as a process of its own, which ends together with this one.
 * @param env what it is told beside our own environment
 * @throws when it ends before it is ready
 */
export async function startEmulator<Name extends keyof EmulatorPorts>(
  name: Name,
  env: Readonly<Record<string, string>> = {},
): Promise<Emulator<Name>> {
  const file = fileURLToPath(new URL(`${name}.ts`, import.meta.url));
  const child = spawn(process.execPath, [file], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  const exited = once(child, 'exit');
  const ready = once(createInterface({ input: child.stdout }), 'line');
  const [line] = await Promise.race([ready, exited]);
  if (typeof line !== 'string') throw new Error(`The emulator ${name} ended before it was ready`);
  return {
    ports: JSON.parse(line) as EmulatorPorts[Name],
    stop: async () => {
      child.kill();
      await exited;
    },
  };
}
