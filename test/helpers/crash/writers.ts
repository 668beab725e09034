import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type Reply } from '#test/helpers/client.ts';

/** Somebody who writes on and on, whatever happens to the server, and remembers what he was promised. */
export interface Writer {
  /** How many writes have been acknowledged. */
  acknowledged: number;
  /** Answers that nobody should ever get, crash or no crash. */
  strange: string[];
  /** What the last try has come to: an answer, or how its connection broke. */
  last: string;
  stop(): Promise<void>;
}

/** Between two writes, so that neither the server nor, while it is away, the test is flooded. */
const pauseMs = 15;

/** A letter stands for a digit, because names are of letters. */
export const nameOf = (count: number): string =>
  `К${Array.from(String(count), (digit) => 'абвгдежзик'[Number(digit)]).join('')}`;

/**
 * Changes one person again and again. Each change has its own idempotency key and is repeated with it until it is
 * acknowledged, so the version tells how many changes there were.
 */
export function changePerson(operator: Client, id: number): Writer {
  return keepWriting(async (count, writer) => {
    const version = count + 1;
    const reply = await operator.patch(
      `/api/individuals/${id}`,
      { version, lastName: nameOf(version + 1) },
      { 'Idempotency-Key': `change-${id}-${version}` },
    );
    writer.last = `${reply.status} ${reply.body.code ?? ''}`;
    // The first try may still be at work behind a connection that has died.
    if (reply.body.code === 'idempotency.running') return false;
    if (reply.status === 200 && reply.body.version !== version + 1) writer.strange.push(`version ${reply.text}`);
    return accept(reply, 200, writer);
  });
}

/** Signs people up, each try with a new address from a new network: a lost answer is never asked for again. */
export function signPeopleUp(url: string, consents: number[], acknowledged: Set<string>): Writer {
  let tries = 0;
  return keepWriting(async (_count, writer) => {
    const number = ++tries;
    const email = `person-${number}@crash.test`;
    const reply = await new Client(url).post(
      '/api/auth/individual/signup',
      {
        lastName: nameOf(number),
        firstName: 'Анна',
        birthDate: '1991-02-03',
        email,
        phone: '+79161234567',
        password: 'лес-Ветер-7-поле',
        consents,
      },
      { 'x-forwarded-for': `10.1.${number >> 8}.${number % 256}` },
    );
    writer.last = `${reply.status} ${reply.body.code ?? ''}`;
    const done = accept(reply, 202, writer);
    if (done) acknowledged.add(email);
    return done;
  });
}

/** True when the answer is the promise; a refusal because the server is busy or coming back promises nothing. */
function accept({ status, text }: Reply, promise: number, { strange }: Writer): boolean {
  if (status !== promise && status !== 503) strange.push(`${status} ${text}`);
  return status === promise;
}

/** Asks until there is somebody to answer: a killed server breaks connections off. @throws Error at any other answer */
export async function insist(ask: () => Promise<Reply>, status: number): Promise<Reply> {
  for (let tries = 0; tries < 200; tries++) {
    const reply = await ask().catch(() => undefined);
    if (reply?.status === status) return reply;
    if (reply && reply.status !== 503 && reply.body.code !== 'idempotency.running') throw new Error(reply.text);
    await sleep(100);
  }
  throw new Error('Nobody answers');
}

function keepWriting(write: (acknowledged: number, writer: Writer) => Promise<boolean>): Writer {
  const stopping = new AbortController();
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      // A connection that breaks is what a crash looks like from outside.
      const done = await write(writer.acknowledged, writer).catch((error: Error) => {
        writer.last = ((error.cause as Error | undefined) ?? error).message;
        return false;
      });
      if (done) writer.acknowledged++;
      await sleep(pauseMs);
    }
  };
  const writer: Writer = {
    acknowledged: 0,
    strange: [],
    last: 'nothing yet',
    stop() {
      stopping.abort();
      return running;
    },
  };
  const running = run();
  return writer;
}
