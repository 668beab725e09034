import type * as z from 'zod';
import { type Access, needsPermission, type Resource } from './access.ts';
import { type ErrorCode, statusOf } from './errors.ts';
import { anyFile, type Upload, type Uploaded } from './file.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Path parameters that are words; all others are ids: positive integers. */
const textParams = ['token', 'kind', 'code', 'sub', 'a'] as const;
type TextParam = (typeof textParams)[number];

/** The method that a route names; of a route not known by its text, any. */
type MethodOf<Route extends string> = Route extends `${infer M extends Method} ${string}` ? M : Method;

type ParamNames<Route extends string> = Route extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never;
type Params<Route extends string> = {
  [Name in ParamNames<Route>]: Name extends TextParam ? string : number;
};

/** Names of the rate limits; their points and periods are in server/platform/auth/limits.ts. */
export type LimitName =
  | 'signIn'
  | 'signUp'
  | 'letter'
  | 'token'
  | 'code'
  | 'checkInn'
  | 'draft'
  | 'mark'
  | 'support'
  | 'suggest'
  | 'report';

export interface Definition {
  /** Russian name of the action: the title in OpenAPI, in the role editor and in the audit. */
  readonly about: string;
  /** Who may ask. "Anyone" must be said. */
  readonly access: 'anyone' | Access;
  /** The object behind each id of the path, the parent first. Every id of the path must be named. */
  readonly on?: { readonly [param: string]: Resource };
  /**
   * Of what the rows of the answer are: the server lets no answer out that was not kept within the actor's scope of each of
   * these. Every read that names no object in its path must say it; of one that does the handler must have read which object
   * that is. `[]` says that the rows are nobody's own, or that the handler has a rule of its own for them
   * (test/laws/contract.test.ts names those).
   */
  readonly lists?: readonly Resource[];
  readonly query?: z.ZodObject;
  readonly body?: z.ZodObject;
  /** The operation takes a file: a multipart form whose field `file` it is, the other fields being the body. */
  readonly upload?: Upload;
  /** The answer's shape; absent means 204 without a body. Unknown fields are dropped on the way out. */
  readonly out?: z.ZodType;
  /**
   * The answer is a file with this content type instead of JSON; it goes out as a stream, to be saved. Where several
   * types are named it is one of them, to be shown in the page.
   */
  readonly file?: string | readonly string[];
  /** The status of success when it is not 200 (with `out` or `file`) or 204 (without). */
  readonly status?: 201 | 202;
  /** Refusals beyond those that follow from the shape of the operation. */
  readonly errors?: readonly ErrorCode[];
  readonly limit?: LimitName;
  /** Who must have a second factor and has none yet may still do this. */
  readonly beforeSecondFactor?: true;
  /**
   * Of operators only those may do this who need no voucher: it opens or closes the doors of others, moves money or turns where it
   * goes, sets a price or turns what the platform or a company does (docs/decisions/0192). What another one decides need not say it.
   */
  readonly vouched?: true;
  /** Fields of the body that a debtor reads: of employees they say nothing that the law of contact forbids (domain/negotiation/chat/tone.ts). */
  readonly toDebtor?: readonly string[];
  /** The body comes from this partner and is signed over its bytes (platform/auth/signature.ts). */
  readonly signed?: 'payments' | 'rnko' | 'sms';
  /** Asks and changes nothing, though it is a POST: a repeat is as good as the first, and goes without a key. */
  readonly asks?: true;
  /** Whose session comes along does not matter and is not looked up: it answers while the database is away. */
  readonly sessionless?: true;
  /** Reading that must be audited (personal data shown in full). */
  readonly reveals?: true;
}

export interface Operation<Route extends string = string, D extends Definition = Definition> {
  readonly route: Route;
  readonly method: MethodOf<Route>;
  /** The path as the specification writes it, with `{params}`. */
  readonly path: string;
  readonly params: readonly string[];
  readonly def: D;
  /** `module.key`: the code of the operation's permission. Set by `module()`. */
  readonly code: string;
  /** The Russian name of the module. Set by `module()`. */
  readonly group: string;
}

/**
 * Declares an operation. The route is the line of the specification, word for word.
 * @throws when the route is malformed or an id of the path is not named in `on`: a declaration error, found at start.
 */
export function op<const Route extends string, const D extends Definition>(route: Route, def: D): Operation<Route, D> {
  const match = /^(GET|POST|PUT|PATCH|DELETE) (\/\S+)$/.exec(route);
  if (!match) throw new Error(`Not a route: «${route}»`);
  const path = match[2]!;
  const params = [...path.matchAll(/\{(\w+)\}/g)].map((found) => found[1]!);
  for (const param of params) {
    if (!isText(param) && !def.on?.[param]) throw new Error(`${route}: «on» does not say what {${param}} is`);
  }
  return { route, method: match[1] as MethodOf<Route>, path, params, def, code: '', group: '' };
}

export const isText = (param: string): boolean => (textParams as readonly string[]).includes(param);

/**
 * A permission that no operation of its own stands for: it decides within one (who may block, where all may verify).
 * It is granted, listed and shown like the permission of an operation.
 */
export interface Right {
  readonly code: string;
  readonly group: string;
  readonly route: string;
  readonly method: Method;
  readonly path: string;
  readonly def: Pick<Definition, 'about' | 'vouched'> & { readonly access: Access };
}

/** Declares the rights that refine an operation: `individuals` + `block` → the permission `individuals.block`. */
export function rights<const R extends Record<string, Right['def']>>(
  of: Operation,
  defs: R,
): { readonly [K in keyof R]: Right } {
  const { code, group, route, method, path } = of;
  const name = code.slice(0, code.indexOf('.'));
  return Object.fromEntries(
    Object.entries(defs).map(([key, def]) => [key, { code: `${name}.${key}`, group, route, method, path, def }]),
  ) as { [K in keyof R]: Right };
}

export type Module = Readonly<Record<string, Operation>>;

/** Names the operations of a module: `individuals` + `list` → the permission `individuals.list`. */
export function module<const Name extends string, const M extends Record<string, Operation>>(
  name: Name,
  group: string,
  operations: M,
): Named<Name, M> {
  return Object.fromEntries(
    Object.entries(operations).map(([key, operation]) => [key, { ...operation, code: `${name}.${key}`, group }]),
  ) as Named<Name, M>;
}

/** The operations of a module with their codes known to the compiler. */
type Named<Name extends string, M> = {
  readonly [Key in keyof M]: M[Key] & { readonly code: `${Name}.${Key & string}` };
};

/** Input and answer types of an operation, read off the slots of its schemas (never inferred through generics). */
type SchemaOutput<S> = S extends { _zod: { output: infer T } } ? T : undefined;
type SchemaInput<S> = S extends { _zod: { input: infer T } } ? T : undefined;
export type RouteOf<O> = O extends { route: infer R extends string } ? R : never;
type Slot<O, Name extends keyof Definition> = O extends { def: { [N in Name]?: infer S } } ? S : undefined;

/** What the handler gets of the file: where the form may come without one, perhaps none. */
type FileOf<O> =
  Slot<O, 'upload'> extends Upload
    ? Slot<O, 'upload'> extends { readonly optional: true }
      ? Uploaded | undefined
      : Uploaded
    : undefined;
type FileSent<O> =
  Slot<O, 'upload'> extends Upload
    ? Slot<O, 'upload'> extends { readonly optional: true }
      ? { file?: OwnFile }
      : { file: OwnFile }
    : unknown;

/** What the handler gets: ids as numbers, query and body parsed, the file already in the storage. */
export interface Input<O> {
  params: Params<RouteOf<O>>;
  query: SchemaOutput<Slot<O, 'query'>>;
  body: SchemaOutput<Slot<O, 'body'>>;
  file: FileOf<O>;
}
/** A file as a browser holds it. */
interface OwnFile {
  readonly name: string;
  readonly size: number;
}
/** What an operation may be given that is known only as some operation; the server judges whether it is right. */
export interface AnyRequest {
  params?: Readonly<Record<string, string | number>> | undefined;
  query?: Readonly<Record<string, unknown>>;
  body?: unknown;
  file?: OwnFile;
}
/** What the caller in the browser gives: only the parts that the operation has. */
export type Request<O> = Operation extends O ? AnyRequest : PartsOf<O>;
type PartsOf<O> = (keyof Params<RouteOf<O>> extends never ? unknown : { params: Params<RouteOf<O>> }) &
  (SchemaInput<Slot<O, 'query'>> extends undefined ? unknown : { query?: SchemaInput<Slot<O, 'query'>> }) &
  (SchemaInput<Slot<O, 'body'>> extends undefined ? unknown : { body: SchemaInput<Slot<O, 'body'>> }) &
  FileSent<O>;
/** What the handler returns; the answer schema then drops what it does not know. */
export type Answer<O> = Slot<O, 'out'> extends z.ZodType ? SchemaInput<Slot<O, 'out'>> : void;
/** What the caller receives. */
export type Result<O> = Slot<O, 'out'> extends z.ZodType ? SchemaOutput<Slot<O, 'out'>> : void;

export const isWrite = (operation: Operation): boolean => operation.method !== 'GET';

/** Whether a repeat must be told from a second wish, which is what the key of repetition is for. */
export const needsKey = (operation: Operation): boolean => isWrite(operation) && !operation.def.asks;

/** The one status of success. */
export const successOf = ({ def }: Operation): number => def.status ?? (def.out || def.file ? 200 : 204);

/**
 * Every status the operation may answer: success, the refusals that follow from its shape, those it declares,
 * and those that no operation can exclude: 400 (any query string may break the limits of the parser), 429, 503, 507.
 * 500 is never declared: it is always a defect.
 */
export function statusesOf(operation: Operation): number[] {
  const { def } = operation;
  const statuses = new Set([successOf(operation), 400, 429, 503, 507]);
  if (def.access !== 'anyone') {
    statuses.add(401).add(403);
  }
  if (operation.params.length > 0) statuses.add(404);
  if (def.file === anyFile) statuses.add(409);
  if (isWrite(operation)) for (const status of [403, 409, 413, 415, 422]) statuses.add(status);
  for (const code of def.errors ?? []) statuses.add(statusOf(code));
  return [...statuses].sort((a, b) => a - b);
}

/** Whether nobody of a kind may ask for the operation. */
export const closedTo = (operation: Operation, kind: 'individual' | 'employee' | 'operator'): boolean =>
  operation.def.access !== 'anyone' && operation.def.access[kind] === undefined;

/** What somebody may be allowed to do: a whole operation, or a right within one. */
export type Permitted = Operation | Right;

/** The permission an actor of this kind must hold, or null when none is needed. */
export function permissionFor({ code, def }: Permitted, kind: 'individual' | 'employee' | 'operator'): string | null {
  return def.access !== 'anyone' && needsPermission(def.access, kind) ? code : null;
}
