import type { Readable } from 'node:stream';
import type { Kind, Resource } from '#contract/kernel/access.ts';
import type { Answer, Input, Module, Operation, Permitted } from '#contract/kernel/op.ts';
import type { Day } from '#domain/values/days.ts';
import type { App } from './app.ts';
import type { FilterScope } from './auth/access.ts';
import type { Db, Tx } from './database/db.ts';

/** One company of an employee, with what his role there lets him do. */
export interface ActorMembership {
  legalEntityId: number;
  roleId: number;
  permissions: ReadonlySet<string>;
}

/** The signed-in person behind a request. */
export interface Actor {
  accountId: number;
  sessionId: number;
  kind: Kind;
  individualId: number | null;
  employeeId: number | null;
  operatorId: number | null;
  /** An operator's permissions; an employee's are in his memberships. */
  permissions: ReadonlySet<string>;
  memberships: readonly ActorMembership[];
  /** Instant when the session ends unless it is used. */
  expiresAt: Date;
  /** An operator or a head who has to set up his second factor before he may do anything else. */
  lacksSecondFactor: boolean;
  /** An operator for whom nobody but his inviter has spoken yet (docs/decisions/0192). */
  needsVoucher: boolean;
}

/** Where a request comes from; goes to the audit, to sessions and to rate limits, never to the log. */
export interface Origin {
  requestId: string;
  ip: string;
  userAgent: string;
  /** The token of the device cookie, or null. */
  device: string | null;
  /** The token of the session cookie, or null. */
  session: string | null;
  /** The login that somebody tries to sign in with, in its one spelling; null until it is known. */
  login: string | null;
}

/** A cookie that the answer sets; null ends it. */
export interface CookieChange {
  name: 'session' | 'device';
  value: string | null;
  maxAgeSeconds: number;
}

/** The bookmark that the reader of a list has sent, undefined when he keeps none, and the one that goes with the answer. */
interface BookmarkChange {
  readonly received: string | undefined;
  issued?: string;
}

/** What a handler gets: everything of the request that matters and nothing of HTTP. */
export interface Ctx<Who extends Actor | null = Actor | null, Store extends Db = Db> {
  app: App;
  operation: Operation;
  /** The open transaction of a write, the pool of a read. */
  db: Store;
  actor: Who;
  now: Date;
  /** The day of `now` in Moscow. */
  day: Day;
  origin: Origin;
  cookies: CookieChange[];
  bookmark: BookmarkChange;
  /** What the node itself does once the write is committed: nothing of it may fail. */
  afterwards: (() => void)[];
  /**
   * The SQL condition that keeps a list within the actor's scope; `alias` is the table of the resource. A search over several
   * lists keeps each within the scope of its own operation.
   */
  within: (resource: Resource, alias: string, list?: Operation) => FilterScope;
  /**
   * Whether the actor holds the permission of another operation; an employee holds it in a company, so whatever employees may do is
   * asked of the one in question. What nobody's company owns is asked of `null`, which no employee has. The company is an object,
   * so that `operations.find(ctx.may)`, which would hand over an index as the company, does not compile.
   */
  may: <What extends Permitted>(what: What, ...company: CompanyOf<What>) => boolean;
  /** The same in any of his companies: for reads that keep themselves within his scope, and for nothing that shows more of a row. */
  mayAnywhere: (what: Permitted) => boolean;
}

/** What a write of somebody who is signed in gets. */
export type Writing = Ctx<Actor, Tx>;

type CompanyOf<What extends Permitted> = What extends { def: { access: { employee: unknown } } }
  ? [company: { legalEntityId: number | null }]
  : [company?: { legalEntityId: number | null }];

type WhoOf<O> = O extends { def: { access: 'anyone' } } ? Actor | null : Actor;
type StoreOf<O> = O extends { method: 'GET' } ? Db : Tx;
type CtxOf<O> = Ctx<WhoOf<O>, StoreOf<O>>;

/** A file on its way out. Whoever takes the answer reads the stream to its end or destroys it. */
export interface FileAnswer {
  /** The name under which a browser keeps it, extension included. */
  name: string;
  stream: Readable;
}

/** A file that a page shows, by its own type. */
export interface ShownFile extends FileAnswer {
  type: string;
}

/** What a handler returns: a file where the operation says so. */
type Answered<O> = O extends { def: { file: string } }
  ? FileAnswer
  : O extends { def: { file: readonly string[] } }
    ? ShownFile
    : Answer<O>;

/**
 * Answers an operation. Slow work that needs no transaction (hashing a password, calling a partner) goes to
 * `prepare`: it runs before the transaction opens and its result is handed to `run`.
 */
type Handler<O, Prepared = unknown> =
  | ((ctx: CtxOf<O>, input: Input<O>) => Promise<Answered<O>>)
  | {
      prepare: (ctx: Ctx<WhoOf<O>>, input: Input<O>) => Promise<Prepared>;
      run: (ctx: CtxOf<O>, input: Input<O>, prepared: Prepared) => Promise<Answered<O>>;
    };

/** Types a handler that prepares, so that `run` knows what `prepare` made. */
export const prepared = <O, Prepared>(
  _operation: O,
  handler: {
    prepare: (ctx: Ctx<WhoOf<O>>, input: Input<O>) => Promise<Prepared>;
    run: (ctx: CtxOf<O>, input: Input<O>, prepared: Prepared) => Promise<Answered<O>>;
  },
): Handler<O> => handler as Handler<O>;

const marked = Symbol('a read that finds its object itself');

/**
 * Marks a read whose handler finds the object of its path itself, through `ctx.within`, and refuses with
 * `object.absent` when nothing is there: then the access check needs no look-up of its own before it. A marked handler
 * that answers without having asked `within` is a defect, and is stopped before its answer leaves.
 */
export function scopedRead<O extends { method: 'GET' }>(
  _operation: O,
  handler: (ctx: CtxOf<O>, input: Input<O>) => Promise<Answered<O>>,
): Handler<O> {
  return Object.assign(handler, { [marked]: true });
}

/** Whether the handler looks its object up itself. */
export const handlerAppliesScope = (handler: object): boolean => marked in handler;

/** What was parsed of a request by the schemas of its operation. */
export interface Parsed {
  params: unknown;
  query: unknown;
  body: unknown;
  file: unknown;
}

/** A handler of whichever operation, as the platform runs it. */
export type AnyHandler =
  | ((ctx: Ctx, input: Parsed) => Promise<unknown>)
  | {
      prepare: (ctx: Ctx, input: Parsed) => Promise<unknown>;
      run: (ctx: Ctx, input: Parsed, prepared: unknown) => Promise<unknown>;
    };

export interface Implemented {
  operation: Operation;
  handler: AnyHandler;
}

/** Binds a module of the contract to its handlers; a missing or superfluous one does not compile. */
export function implement<M extends Module>(module: M, handlers: { [K in keyof M]: Handler<M[K]> }): Implemented[] {
  return Object.keys(module).map((key) => ({
    operation: module[key]!,
    // Access has made sure of the actor and the schemas of the input, each by the operation that is beside the handler.
    handler: handlers[key] as unknown as AnyHandler,
  }));
}
