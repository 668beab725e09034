import { chats } from '#contract/settlements/chats.ts';
import { complaints } from '#contract/settlements/complaints.ts';
import { ApiError, call } from '#web/kit/data/api.ts';
import { refreshOf } from '#web/kit/data/query.ts';
import { upload } from '#web/kit/data/upload.ts';
import { makeStore } from '#web/ui/store.ts';
import { type Connection, connect } from './connection.ts';
import {
  type ChatInfo,
  emptyTalk,
  merge,
  mostDrawn,
  type Outgoing,
  type Received,
  stillOutgoing,
  type TalkState,
  withReads,
} from './talk-state.ts';
import { texts } from './texts.ts';

/** So many messages are received at one time. */
const pageOf = 50;
/** So many before the message that is gone to are read with it. */
const before = 10;
/** Without a socket the talk looks for news by itself so often; with one hardly ever, for announcements that were lost. */
const lookMs = { alone: 10_000, connected: 60_000 };
/** What the network did not take is sent again after so long. */
const againMs = 3_000;
/** For so long a side is typing after it was heard of. */
const typingMs = 4_000;

export interface Talk {
  id: number;
  use: () => TalkState;
  send: (text: string, more?: { replyTo?: number | undefined; file?: File | undefined }) => void;
  retry: (key: string) => void;
  forget: (key: string) => void;
  /** A first word that the law closes for now goes when it may; or does not go at all. @returns why not */
  wait: (text: string) => Promise<string | undefined>;
  recall: () => Promise<string | undefined>;
  /** The person sees the messages up to this one. */
  seen: (no: number) => void;
  typing: () => void;
  earlier: () => Promise<void>;
  later: () => Promise<void>;
  /** Goes to the first message of a day, or back to the last ones. */
  goTo: (since: string | undefined) => Promise<void>;
  change: (run: () => Promise<Received['items'][number]>) => Promise<void>;
  /** Begins to read, and goes on until it is closed. */
  start: () => void;
  close: () => void;
}

/**
 * A talk as one page has it: what was said is read by numbers, what is written waits here until the server has stored it, and a socket
 * tells when there is something new (docs/decisions/0174). Written offline, it is sent when the network is back; sent twice, it is stored once.
 * @param at the number of the message at which it is opened; without it the last ones are
 */
export function openTalk(id: number, at?: number): Talk {
  const store = makeStore<TalkState>(emptyTalk);
  const change = (patch: Partial<TalkState>): void => store.set({ ...store.get(), ...patch });
  const params = { id };
  let isClosed = false;
  let connection: Connection | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let typingTimer: ReturnType<typeof setTimeout> | undefined;
  let looking: Promise<void> | undefined;
  let isStale = false;
  const isOpen = (): boolean => !isClosed;

  /** Takes in what was received; the ends of what is drawn stay where they were. */
  const take = (received: Received, more: Partial<TalkState> = {}): void => {
    const { messages, outgoing } = store.get();
    change({
      messages: withReads(merge(messages, received.items), received.reads),
      outgoing: stillOutgoing(outgoing, received.items),
      ...more,
    });
  };

  const fail = (error: unknown): void => {
    if (!(error instanceof ApiError)) throw error;
    if (error.status !== 403 && error.status !== 404) return;
    // There is nothing to come back to.
    connection?.close();
    change({ failed: error.message });
  };

  const receive = (body: Parameters<typeof call<typeof chats.receive>>[1]['body']) =>
    call(chats.receive, { params, body: { limit: pageOf, ...body } });

  /** Fills the gap: everything that has changed since the last change that is known, however much that is. */
  async function fill(): Promise<void> {
    for (;;) {
      const { change: known, hasEarlier, hasLater, messages } = store.get();
      const received = await receive({ changedAfter: known, limit: 200 });
      const [first, last] = [hasEarlier ? (messages[0]?.no ?? 0) : 0, messages.at(-1)?.no ?? 0];
      // Beyond the ends of what is drawn nothing is wanted: it is received when somebody goes there.
      const items = received.items.filter(({ no }) => no >= first && (!hasLater || no <= last));
      take({ ...received, items }, { change: received.items.at(-1)?.change ?? Math.max(known, 0) });
      if (received.items.some(({ event }) => event?.startsWith('chat.'))) await askOperator();
      if (!received.more) return;
    }
  }

  /** Whether an operator is called or takes part has changed, and with a decision what has become of a complaint. */
  async function askOperator(): Promise<void> {
    const { operator, moves } = await call(chats.info, { params });
    change({ info: { ...store.get().info!, operator, moves } });
    void refreshOf(complaints.own);
  }

  /** What the law says of a creditor's next word changes with each message and with the hour. */
  async function askLaw(): Promise<void> {
    const { info } = store.get();
    if (info?.side !== 'creditor') return;
    const { contact, waiting } = await call(chats.info, { params });
    change({ info: { ...info, contact, waiting } });
  }

  /** Looks for news, once more where there was an announcement meanwhile. */
  function look(): Promise<void> {
    isStale = true;
    looking ??= (async () => {
      while (isStale && isOpen()) {
        isStale = false;
        await fill().catch(fail);
        await askLaw().catch(fail);
      }
      looking = undefined;
      plan();
    })();
    return looking;
  }

  function plan(): void {
    clearTimeout(timer);
    if (isClosed) return;
    timer = setTimeout(() => void look(), store.get().isConnected ? lookMs.connected : lookMs.alone);
  }

  async function begin(): Promise<void> {
    const from = at === undefined ? undefined : Math.max(at - before, 1) - 1;
    const asked = from === undefined ? {} : { after: from };
    const [info, received] = await Promise.all([call(chats.info, { params }), receive(asked)]);
    const ends = from === undefined ? { hasEarlier: received.more } : { hasEarlier: from > 0, hasLater: received.more };
    change({ info, readAtFirst: info.readNo, change: received.lastChange, ...ends });
    take(received);
    connection = await connect(id, {
      changed: () => void look(),
      read: (read) => change({ messages: withReads(store.get().messages, [read]) }),
      typing(side) {
        clearTimeout(typingTimer);
        change({ typing: side });
        typingTimer = setTimeout(() => change({ typing: undefined }), typingMs);
      },
      turned: (isConnected) => {
        change({ isConnected });
        // Whatever was said while nobody listened is read by its number.
        if (isConnected) void look();
        else plan();
      },
    });
    if (isClosed) connection.close();
    void pump();
  }

  /** A page that is opened without a network begins when there is one. */
  function beginUntilReached(): void {
    begin().catch((error: unknown) => {
      fail(error);
      if (store.get().failed === undefined && isOpen()) timer = setTimeout(beginUntilReached, againMs);
    });
  }

  let pumping = false;
  /** Sends what waits, in its order: the next one goes when the one before it is stored. */
  async function pump(): Promise<void> {
    if (pumping) return;
    pumping = true;
    try {
      for (;;) {
        const next = store.get().outgoing.find(({ refused }) => refused === undefined);
        if (!next || isClosed) return;
        if (!(await sent(next))) {
          setTimeout(() => void pump(), againMs);
          return;
        }
      }
    } finally {
      pumping = false;
    }
  }

  const turnOutgoing = (key: string, patch: Partial<Outgoing>): void =>
    change({ outgoing: store.get().outgoing.map((one) => (one.key === key ? { ...one, ...patch } : one)) });

  /** @returns false when the server was not reached, so that it is sent again */
  async function sent({ key, text, replyTo, file }: Outgoing): Promise<boolean> {
    const { info } = store.get();
    try {
      const message = await upload(
        chats.send,
        {
          params: { id, accountId: info!.accountId },
          body: { key, ...(text !== '' && { text }), ...(replyTo !== undefined && { replyTo }) },
          file,
        },
        { onShare: (share) => turnOutgoing(key, { share }), signal: new AbortController().signal },
      );
      if (!store.get().hasLater) take({ items: [message], reads: [], more: false, lastNo: 0, lastChange: 0 });
      else change({ outgoing: stillOutgoing(store.get().outgoing, [message]) });
      void look();
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 0 || error.status === 503 || error.status === 502) return false;
      turnOutgoing(key, { refused: Object.values(error.fields)[0] ?? error.message });
      return true;
    }
  }

  async function turnWaiting(
    ask: (at: { id: number; accountId: number }) => Promise<ChatInfo>,
  ): Promise<string | undefined> {
    const { info } = store.get();
    try {
      const { contact, waiting } = await ask({ id, accountId: info!.accountId });
      change({ info: { ...info!, contact, waiting } });
      return undefined;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      void look();
      return Object.values(error.fields)[0] ?? error.message;
    }
  }

  let seenNo = 0;
  const talk: Talk = {
    id,
    use: store.use,
    send(text, { replyTo, file } = {}) {
      const one: Outgoing = { key: crypto.randomUUID(), text, replyTo, file, share: 0, refused: undefined };
      change({ outgoing: [...store.get().outgoing, one] });
      void pump();
    },
    retry(key) {
      turnOutgoing(key, { refused: undefined });
      void pump();
    },
    forget: (key) => change({ outgoing: store.get().outgoing.filter((one) => one.key !== key) }),
    wait: (text) => turnWaiting((at) => call(chats.wait, { params: at, body: { text } })),
    recall: () => turnWaiting((at) => call(chats.recall, { params: at })),
    seen(no) {
      const { info } = store.get();
      if (!info || no <= Math.max(seenNo, info.readNo)) return;
      seenNo = no;
      call(chats.read, { params: { id, accountId: info.accountId }, body: { no } })
        .then(() => refreshOf(chats.unread))
        .catch(() => {
          seenNo = 0;
        });
    },
    typing: () => connection?.typing(),
    async earlier() {
      const [first] = store.get().messages;
      if (!first) return;
      const received = await receive({ before: first.no });
      const kept = [...received.items, ...store.get().messages];
      const isLong = kept.length > mostDrawn;
      change({
        hasEarlier: received.more,
        messages: isLong ? kept.slice(0, mostDrawn) : kept,
        ...(isLong && { hasLater: true }),
      });
    },
    async later() {
      const last = store.get().messages.at(-1);
      if (!last) return;
      const received = await receive({ after: last.no });
      const kept = [...store.get().messages, ...received.items];
      const isLong = kept.length > mostDrawn;
      change({
        hasLater: received.more,
        messages: isLong ? kept.slice(-mostDrawn) : kept,
        ...(isLong && { hasEarlier: true }),
      });
    },
    async goTo(since) {
      const received = await receive(since === undefined ? {} : { since });
      if (since === undefined) {
        change({ messages: received.items, hasEarlier: received.more, hasLater: false, change: received.lastChange });
        return;
      }
      if (received.items.length === 0) throw new ApiError(404, { message: texts.nothingSince });
      change({ messages: received.items, hasEarlier: received.items[0]!.no > 1, hasLater: received.more });
    },
    async change(run) {
      const message = await run();
      change({ messages: merge(store.get().messages, [message]) });
      void look();
    },
    start() {
      isClosed = false;
      beginUntilReached();
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
      clearTimeout(typingTimer);
      connection?.close();
    },
  };
  return talk;
}
