import { startEmulator } from '../../../emulators/start.ts';
import type { Config } from '../platform/config.ts';
import { demoAccounts, demoPassword } from './world.ts';

/**
 * Starts the partners that the demonstration needs, each as a process of its own. Without a mail server letters go to
 * an emulated one, so that delivery is real while nothing leaves the machine.
 */
export async function startEmulators(wanted: Config): Promise<{ config: Config; stop(): Promise<void> }> {
  if (wanted.smtpUrl !== undefined) return { config: wanted, stop: async () => undefined };
  const mail = await startEmulator('mail');
  return { config: { ...wanted, smtpUrl: `smtp://127.0.0.1:${mail.ports.smtp}` }, stop: () => mail.stop() };
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
