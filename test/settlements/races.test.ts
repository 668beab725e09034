import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import type { Client } from '../helpers/client.ts';
import { open, type RawReply, read } from '../hostile/helpers/raw.ts';
import { resetLimits } from '../security/helpers/limits.ts';
import { codeFor, lump, offer, openBargaining, openParties, type Party, readDraft } from './helpers/bargaining.ts';

/** A usual run plays a few rounds; RACES=1000 is for those who want to know. */
const rounds = Number(process.env['RACES'] ?? 5);
const sockets = 64;
const patienceMs = 60_000;

const { scenario, debtor, creditor, head } = await openParties();

/** A request as somebody sends it. */
interface Answer {
  client: Client;
  path: string;
  body: object;
}

/** A request of which everything but its last byte is at the server already. */
async function hold({ client: { url, cookies }, path, body }: Answer): Promise<() => Promise<RawReply>> {
  const text = JSON.stringify(body);
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: ${new URL(url).host}`,
    `Cookie: ${[...cookies].map(([name, value]) => `${name}=${value}`).join('; ')}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(text)}`,
    'Connection: close',
  ];
  const bytes = Buffer.from(`${head.join('\r\n')}\r\n\r\n${text}`);
  const socket: Socket = await open(url);
  socket.write(bytes.subarray(0, -1));
  return () => {
    const reply = read(socket, patienceMs);
    socket.write(bytes.subarray(-1));
    return reply;
  };
}

/** What an offer is answered with at the same moment as with acceptances. */
const kinds = ['nothing else', 'rejections', 'other terms', 'recalls', 'archiving'] as const;

/** The acceptance, and what runs against it. */
async function rivals(kind: (typeof kinds)[number]): Promise<{ id: number; acceptance: Answer; other: Answer }> {
  const { id, request } = await openBargaining(scenario);
  const { termsHash } = (await offer(scenario, debtor, id, lump(3_000_000))).body.offers[0];
  const code = await codeFor(scenario, creditor, id);
  const of = ({ client, base }: Party, path: string, body: object): Answer => ({
    client,
    path: `${base}/${path}`,
    body,
  });
  const acceptance = of(creditor, `accept-terms/${id}`, { termsHash, code });
  const archive = `/internal/questionnaires/individuals/${scenario.debtorId}/requests/${request.id}/archive`;
  const others = {
    'nothing else': async () => acceptance,
    rejections: async () => of(creditor, `loans/${id}/reject-terms`, { reason: 'Мало' }),
    'other terms': async () => {
      const plan = lump(3_500_000);
      const textHash = await readDraft(head, id, { plan });
      return of(head, `offer-terms/${id}`, { plan, textHash, code: await codeFor(scenario, head, id, textHash) });
    },
    recalls: async () => of(debtor, `loans/${id}/recall-terms`, {}),
    // A request that is bargained about cannot be put away at all.
    archiving: async () => ({ client: scenario.operator, path: archive, body: { version: request.version } }),
  };
  return { id, acceptance, other: await others[kind]() };
}

/** What each winner leaves behind. */
const agreed = { status: 'waiting_for_payment', agreements: 1, told: 1 };
const left = {
  'nothing else': null,
  archiving: null,
  rejections: { status: 'negotiation', agreements: 0, signatures: 1, told: 0 },
  recalls: { status: 'negotiation', agreements: 0, signatures: 1, told: 0 },
  'other terms': { status: 'negotiation', agreements: 0, signatures: 2, told: 0 },
};

test(`MN1: ${sockets} answers to one offer, released together: one wins, the others are told so, ${rounds} rounds`, {
  timeout: 120_000 + rounds * 30_000,
}, async () => {
  const won = new Set<string>();
  for (let round = 0; round < rounds; round++) {
    const kind = kinds[round % kinds.length]!;
    await resetLimits(scenario.testApp);
    const { id, acceptance, other } = await rivals(kind);
    const asked = Array.from({ length: sockets }, (_, index) => (index % 2 === 0 ? acceptance : other));
    const held = await Promise.all(asked.map(hold));
    const replies = await Promise.all(held.map((release) => release()));
    const winners = asked.filter((_, index) => replies[index]!.status === 200);
    expect(winners, `round ${round}`).toHaveLength(1);
    // Whoever waits too long for the busy row is told to come again; nobody else is let through.
    expect(replies.filter(({ status }) => ![200, 409, 503].includes(status)).map(({ text }) => text)).toEqual([]);
    const isAccepted = winners[0] === acceptance;
    won.add(isAccepted ? 'acceptance' : kind);
    const [found] = await scenario.run(
      `select s.status, (select count(*) from agreements where settlement_id = s.id) as agreements,
        (select count(*) from signatures where settlement_id = s.id) as signatures,
        (select count(*) from notifications where title like 'Соглашение ' || s.number || '%'
          and account_id = (select account_id from individuals where id = s.individual_id)) as told
      from settlements s where s.id = $1`,
      [id],
    );
    expect(found, kind).toEqual(isAccepted ? { ...agreed, signatures: 2 } : left[kind]);
  }
  expect(won.has('acceptance')).toBe(true);
});
