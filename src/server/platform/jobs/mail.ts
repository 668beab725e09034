import { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { MailMessage, NodemailerError, SendMailOptions } from 'nodemailer';
import type { App } from '../app.ts';
import { mailSecurity } from '../database/connections.ts';
import { describeError } from '../log/log.ts';
import { hasLivingJob } from './jobs.ts';
import { enqueueDelivery, type RenderedLetter, renderLetter } from './letters.ts';

/** A letter that the server did not take so many times has failed. */
const maxAttempts = 10;
/** A letter is handed over within this time or not at all, however slowly the server answers. */
const sendingMs = 60_000;
const waitMs = 10_000;

interface ClaimedLetter {
  id: number;
  template: string;
  recipient: string;
  contentsSealed: string;
  attempts: number;
}

/** What became of a claimed letter. `problem` holds no personal data: the server's number and the kind of error. */
type Outcome = { status: 'sent'; providerId: string } | { status: 'queued' | 'failed' | 'unknown'; problem: string };

type Transport = Awaited<ReturnType<typeof openTransport>>;
const transports = new WeakMap<App, Promise<Transport>>();

/**
 * The task behind the outbox: hands one letter over to the mail server, at most once.
 *
 * The claim is committed before the server is spoken to. A letter whose end nobody saw (the process or the connection
 * died while the server had the text) becomes `unknown` and is never sent again by itself.
 * @throws when the server did not take the letter: the queue comes back with it later.
 */
export async function deliverLetter(app: App, { letterId }: { letterId: number }): Promise<void> {
  if (app.config.smtpUrl === undefined) return;
  const letter = await claim(app, letterId);
  if (!letter) return abandon(app, letterId);
  const rendered = tryRender(app, letter);
  const outcome = rendered ? await send(app, letter, rendered) : { status: 'failed' as const, problem: 'unreadable' };
  await record(app, letterId, outcome);
  if (outcome.status === 'sent') return;
  app.log.warn({ letterId, ...outcome }, 'letter not delivered');
  if (outcome.status === 'queued') throw new Error(`The mail server did not take the letter: ${outcome.problem}`);
}

/** Enqueues the delivery of letters that wait without a job: they were written while there was no mail server. */
export async function requeueLetters(app: App): Promise<void> {
  if (app.config.smtpUrl === undefined) return;
  const { db } = app.database;
  const { rows } = await sql<{ id: number }>`
    select l.id from letters l where l.status = 'queued' and not ${hasLivingJob(sql`'letter:' || l.id`)}
    order by l.id`.execute(db);
  for (const { id } of rows) await enqueueDelivery(app, db, id);
}

/** Closes the connections to the mail server; call it when the jobs have stopped. */
export async function closeMail(app: App): Promise<void> {
  const transport = await transports.get(app);
  transport?.close();
  transports.delete(app);
}

const claim = (app: App, letterId: number): Promise<ClaimedLetter | undefined> =>
  app.database.db
    .updateTable('letters')
    .set((letter) => ({ status: 'sending', sendingAt: sql`now()`, attempts: letter('attempts', '+', 1) }))
    .where('id', '=', letterId)
    .where('status', '=', 'queued')
    .returning(['id', 'template', 'recipient', 'contentsSealed', 'attempts'])
    .executeTakeFirst();

/** A letter that is already being sent belongs to a run that has died: what it reached nobody knows. */
async function abandon(app: App, letterId: number): Promise<void> {
  const { numUpdatedRows } = await app.database.db
    .updateTable('letters')
    .set({ status: 'unknown', problem: 'interrupted' })
    .where('id', '=', letterId)
    .where('status', '=', 'sending')
    .executeTakeFirst();
  if (numUpdatedRows > 0n) app.log.warn({ letterId }, 'letter interrupted while it was sent');
}

/** A run that was only thought dead still says the truth: its success replaces `unknown`. */
async function record(app: App, letterId: number, outcome: Outcome): Promise<void> {
  const sent = outcome.status === 'sent';
  await app.database.db
    .updateTable('letters')
    .set(sent ? { ...outcome, problem: null, sentAt: sql`now()` } : outcome)
    .where('id', '=', letterId)
    .where('status', 'in', sent ? ['sending', 'unknown'] : ['sending'])
    .execute();
}

/** Nothing, when the letter cannot be put into words: its template is gone, or its seal is of another key. */
function tryRender(app: App, letter: ClaimedLetter): RenderedLetter | undefined {
  try {
    return renderLetter(app, letter);
  } catch (error) {
    app.log.error({ letterId: letter.id, error: describeError(error) }, 'letter cannot be rendered');
    return undefined;
  }
}

/** A message that says when its text begins to flow, which is when the server may already have it. */
interface Message extends SendMailOptions {
  onContent(): void;
}

async function send(app: App, letter: ClaimedLetter, { subject, text, html }: RenderedLetter): Promise<Outcome> {
  let handedOver = false;
  const message: Message = {
    from: app.config.mailFrom,
    to: { name: '', address: letter.recipient },
    messageId: `<letter.${letter.id}@${new URL(app.config.publicUrl).hostname}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    xMailer: false,
    subject,
    text,
    html,
    signal: AbortSignal.timeout(sendingMs),
    onContent: () => {
      handedOver = true;
    },
  };
  try {
    const transport = await transportOf(app);
    const { response } = await transport.sendMail(message);
    return { status: 'sent', providerId: response.replace(/\S+@\S+/g, '…').slice(0, 200) };
  } catch (error) {
    return judge(error as NodemailerError, handedOver, letter.attempts);
  }
}

/**
 * What a failed handover means. A refusal is final when it is about this letter (5xx to its envelope or text), not
 * when it is about us (sign-in, greeting). Without an answer all depends on whether the server may have the text.
 */
function judge(error: NodemailerError, handedOver: boolean, attempts: number): Outcome {
  const { code = 'ERROR', responseCode = 0, permanent = false } = error;
  const refused = responseCode >= 400;
  const problem = refused ? `${responseCode} ${code}` : code;
  if (handedOver && !refused) return { status: 'unknown', problem };
  const final = permanent && (code === 'EENVELOPE' || code === 'EMESSAGE');
  return { status: final || attempts >= maxAttempts ? 'failed' : 'queued', problem };
}

function transportOf(app: App): Promise<Transport> {
  const known = transports.get(app);
  if (known) return known;
  const transport = openTransport(app.config.smtpUrl!, app.config.plainConnections);
  transports.set(app, transport);
  return transport;
}

/** The mail library comes with the first letter: a server at rest need not carry it. */
async function openTransport(smtpUrl: string, isPlainAllowed: boolean) {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    url: smtpUrl,
    ...mailSecurity(smtpUrl, isPlainAllowed),
    pool: true,
    // The transport must not repeat anything by itself: only the outbox knows what may be repeated.
    maxRequeues: 0,
    connectionTimeout: waitMs,
    greetingTimeout: waitMs,
    dnsTimeout: waitMs,
    socketTimeout: 3 * waitMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return transport.use('stream', announceContent);
}

/** Calls `onContent` of a message when its first byte is asked for: the server has agreed to take the text. */
function announceContent({ message, data }: MailMessage, done: () => void): void {
  message?.processFunc((content) =>
    Readable.from(
      (async function* () {
        (data as typeof data & Message).onContent();
        yield* content;
      })(),
    ),
  );
  done();
}
