import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deliveries } from '#contract/platform/deliveries.ts';
import type { Config } from '#server/platform/config.ts';
import { partnerKey } from '#test/payments/helpers/scenario.ts';
import type { EmulatedSms } from '../../../emulators/sms.ts';
import { startEmulator } from '../../../emulators/start.ts';

const botToken = '123456:emulated-token-of-a-bot';

/** The emulated services by which people are told; each does what it is told to. */
export interface Channels {
  config: Pick<Config, 'sms' | 'push' | 'messenger'>;
  sms: {
    messages(): Promise<EmulatedSms[]>;
    behave(mode: string): Promise<void>;
    /** Says what has become of the last message, and tells the platform that something has. */
    end(last: Partial<EmulatedSms>): Promise<void>;
    /** Lets the gateway tell the platform by itself. */
    speak(to: string | null): Promise<void>;
  };
  push: {
    /** Binds a browser. @returns its address */
    bind(): Promise<{ id: string; endpoint: string }>;
    unbind(id: string): Promise<void>;
    /** The address of a browser at a service that is not there. */
    elsewhere(): Promise<string>;
    pushes(): Promise<{ id: string; key: string; contact: string; bytes: number }[]>;
    behave(mode: string): Promise<void>;
  };
  messenger: {
    write(chat: number, text: string): Promise<void>;
    stop(chat: number): Promise<void>;
    messages(): Promise<{ chat: number; text: string; button: string | null }[]>;
  };
  stop(): Promise<void>;
}

/** An origin at which nobody listens any more. */
async function findClosed(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return `http://127.0.0.1:${port}`;
}

export async function openChannels(): Promise<Channels> {
  const [sms, push, messenger] = await Promise.all([
    startEmulator('sms', { SMS_KEY: partnerKey, SMS_ANSWERS: 'wait' }),
    startEmulator('push'),
    startEmulator('messenger', { BOT_TOKEN: botToken }),
  ]);
  const [smsUrl, pushUrl, botUrl] = [sms, push, messenger].map(({ ports }) => `http://127.0.0.1:${ports.http}`) as [
    string,
    string,
    string,
  ];
  const closedOrigin = findClosed();
  const post = async (url: string, body: object) =>
    (await fetch(url, { method: 'POST', body: JSON.stringify(body) })).json();
  const read = async (url: string) => (await fetch(url)).json();
  const messages = async (): Promise<EmulatedSms[]> => (await read(`${smsUrl}/control/messages`)).messages;
  return {
    config: {
      sms: { url: smsUrl, key: partnerKey },
      push: { contact: 'mailto:push@test.example', origins: [pushUrl, await closedOrigin] },
      messenger: { url: botUrl, token: botToken, page: 'https://messenger.test/ugovor_bot' },
    },
    sms: {
      messages,
      behave: (mode) => post(`${smsUrl}/control/behaviour`, { mode }),
      async end(last) {
        await post(`${smsUrl}/control/messages/${(await messages()).at(-1)!.key}`, last);
      },
      speak: (to) => post(`${smsUrl}/control/notices`, { url: to && to + deliveries.smsNotice.path }),
    },
    push: {
      bind: () => post(`${pushUrl}/control/subscriptions`, {}),
      elsewhere: async () => `${await closedOrigin}/push/1`,
      unbind: (id) => post(`${pushUrl}/control/subscriptions/${id}`, { gone: true }),
      pushes: async () => (await read(`${pushUrl}/control/pushes`)).pushes,
      behave: (mode) => post(`${pushUrl}/control/behaviour`, { mode }),
    },
    messenger: {
      write: (chat, text) => post(`${botUrl}/control/chats/${chat}`, { text }),
      stop: (chat) => post(`${botUrl}/control/chats/${chat}`, { stopped: true }),
      messages: async () => (await read(`${botUrl}/control/messages`)).messages,
    },
    async stop() {
      await Promise.all([sms.stop(), push.stop(), messenger.stop()]);
    },
  };
}
