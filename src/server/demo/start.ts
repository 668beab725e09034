import { randomBytes } from 'node:crypto';
import { payments } from '#contract/payments.ts';
import { startEmulator } from '../../../emulators/start.ts';
import type { Config } from '../platform/config.ts';
import { demoAccounts, demoPassword } from './world.ts';

/** The partners of the demonstration, and the configuration that leads to them. */
interface Emulators {
  config: Config;
  /** Tells them where the server listens, so that they can speak to it by themselves. */
  listening(origin: string): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts the partners that the demonstration needs, each as a process of its own. Without a mail server letters go to
 * an emulated one and money to an emulated partner, so that the ways are real while nothing leaves the machine.
 */
export async function startEmulators(wanted: Config): Promise<Emulators> {
  const key = randomBytes(32).toString('base64url');
  const mail = wanted.smtpUrl === undefined ? await startEmulator('mail') : undefined;
  const bank = wanted.payments ? undefined : await startEmulator('payments', { PAYMENTS_KEY: key });
  const bankUrl = bank && `http://127.0.0.1:${bank.ports.http}`;
  return {
    config: {
      ...wanted,
      smtpUrl: mail ? `smtp://127.0.0.1:${mail.ports.smtp}` : wanted.smtpUrl,
      payments: bankUrl === undefined ? wanted.payments : { url: bankUrl, key },
    },
    async listening(origin) {
      if (bankUrl === undefined) return;
      const body = JSON.stringify({ url: `${origin}${payments.notice.path}` });
      await fetch(`${bankUrl}/control/notices`, { method: 'POST', body });
    },
    async stop() {
      await Promise.all([mail?.stop(), bank?.stop()]);
    },
  };
}

/** Tells on stderr, once the demonstration is up, where to look and how to sign in. */
export function greet({ publicUrl }: Config): void {
  console.error(`
Демонстрация «Уговора»: ${publicUrl}
Почтовый ящик:          ${publicUrl}/mailbox
Пароль у всех:          ${demoPassword}
Операторы:              ${demoAccounts.operators.join(', ')}
Кредиторы:              ${demoAccounts.employees.join(', ')}
Физлица:                ${demoAccounts.individuals.join(', ')}
`);
}
