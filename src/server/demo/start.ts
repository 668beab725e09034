import { randomBytes } from 'node:crypto';
import { payments } from '#contract/money/payments.ts';
import { rnkoForms } from '#contract/parties/rnko.ts';
import { deliveries } from '#contract/platform/deliveries.ts';
import { startEmulator } from '../../../emulators/start.ts';
import type { Config } from '../platform/config.ts';
import type { Db } from '../platform/database/db.ts';
import { pageUrl } from '../platform/page-url.ts';
import { demoEntrance } from './entrance.ts';
import { seedPartnerHistory } from './partner-history.ts';

/** The partners of the demonstration, and the configuration that leads to them. */
interface Emulators {
  config: Config;
  /** Where the answers of the emulated credit organisation are chosen; undefined when there is a real one. */
  rnkoPage: string | undefined;
  /** Where the SMS of the demonstration are read; undefined when there is a real gateway. */
  phonePage: string | undefined;
  /** Tells them what has passed through them before they were started. */
  remember(db: Db): Promise<void>;
  /** Tells them where the server listens, so that they can speak to it by themselves. */
  listening(origin: string): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts the partners that the demonstration needs, each as a process of its own. Without a mail server letters go to
 * an emulated one, money and identification to emulated partners, so that the ways are real while nothing leaves the
 * machine.
 */
export async function startEmulators(wanted: Config): Promise<Emulators> {
  const key = randomBytes(32).toString('base64url');
  const [mail, bank, rnko, sms] = await Promise.all([
    wanted.smtpUrl === undefined ? startEmulator('mail') : undefined,
    wanted.payments ? undefined : startEmulator('payments', { PAYMENTS_KEY: key }),
    wanted.rnko ? undefined : startEmulator('rnko', { RNKO_KEY: key, RNKO_ANSWERS: 'confirm' }),
    wanted.sms ? undefined : startEmulator('sms', { SMS_KEY: key, SMS_ANSWERS: 'deliver' }),
  ]);
  const bankUrl = bank && `http://127.0.0.1:${bank.ports.http}`;
  const smsUrl = sms && `http://127.0.0.1:${sms.ports.http}`;
  const rnkoUrl = rnko && `http://127.0.0.1:${rnko.ports.http}`;
  return {
    config: {
      ...wanted,
      smtpUrl: mail ? `smtp://127.0.0.1:${mail.ports.smtp}` : wanted.smtpUrl,
      payments: bankUrl === undefined ? wanted.payments : { url: bankUrl, key },
      rnko: rnkoUrl === undefined ? wanted.rnko : { url: rnkoUrl, key },
      sms: smsUrl === undefined ? wanted.sms : { url: smsUrl, key },
    },
    rnkoPage: rnkoUrl && `${rnkoUrl}/operator`,
    phonePage: smsUrl && `${smsUrl}/phone`,
    async remember(db) {
      if (bankUrl !== undefined) await seedPartnerHistory(db, bankUrl);
    },
    async listening(origin) {
      await speakTo(bankUrl, origin + payments.notice.path);
      await speakTo(rnkoUrl, origin + rnkoForms.notice.path);
      await speakTo(smsUrl, origin + deliveries.smsNotice.path);
    },
    async stop() {
      await Promise.all([mail?.stop(), bank?.stop(), rnko?.stop(), sms?.stop()]);
    },
  };
}

/** Lets an emulated partner tell the platform by itself what happens. */
async function speakTo(partnerUrl: string | undefined, noticesTo: string): Promise<void> {
  if (partnerUrl === undefined) return;
  await fetch(`${partnerUrl}/control/notices`, { method: 'POST', body: JSON.stringify({ url: noticesTo }) });
}

/** Tells on stderr, once the demonstration is up, where to look and how to sign in. */
export function printWelcome(config: Config, { rnkoPage, phonePage }: Pick<Emulators, 'rnkoPage' | 'phonePage'>): void {
  const { password, groups } = demoEntrance;
  const lines = [
    ['Демонстрация «Уговора»', config.publicUrl],
    ['Почтовый ящик', pageUrl({ config }, '/mailbox')],
    ...(rnkoPage ? [['Оператор РНКО', rnkoPage]] : []),
    ...(phonePage ? [['СМС на телефоны', phonePage]] : []),
    ['Пароль у всех', password],
    ...groups.map(({ title, accounts }) => [title, accounts.map(({ login }) => login).join(', ')]),
  ];
  console.error(`\n${lines.map(([what, is]) => `${`${what}:`.padEnd(24)}${is}`).join('\n')}\n`);
}
