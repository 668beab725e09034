import type { FastifyReply } from 'fastify';
import { type ErrorAnswer, type ErrorCode, messageOf, Refusal, statusOf } from '#contract/kernel/errors.ts';
import type { App } from '../app.ts';
import { sqlState } from '../database/db.ts';
import { FileLost, StoreTrouble } from '../files/store.ts';
import { describeError } from '../log/log.ts';

const byLibraryCode: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'input.json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'input.json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'input.json',
  FST_ERR_CTP_BODY_TOO_LARGE: 'body.too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'body.type',
  FST_ERR_CTP_INVALID_TYPE: 'body.type',
  FST_ERR_BAD_URL: 'route.absent',
  FST_ERR_MAX_PARAM_LENGTH: 'object.absent',
  FST_REQ_FILE_TOO_LARGE: 'body.too_large',
  FST_FILES_LIMIT: 'body.too_large',
  FST_PARTS_LIMIT: 'body.too_large',
  FST_FIELDS_LIMIT: 'body.too_large',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'body.type',
};

/** States of the database in which trying again later is the right answer. */
const busyStates = /^(08|53|57|40|55P03)/;
/** The database has no room on its disk. */
const fullState = '53100';
/** The disk, or what this user may take of it, is used up. */
const fullCodes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);
/** Values that the database cannot hold although the schema let them through. */
const valueStates = /^22/;

/** Turns whatever was thrown into a designed refusal; what nobody designed is `server.failed`. */
export function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof StoreTrouble) return new Refusal('files.silent');
  if (error instanceof FileLost) return new Refusal('file.lost');
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code === 'string' && byLibraryCode[code]) return new Refusal(byLibraryCode[code]);
  const state = sqlState(error);
  if (state === fullState || fullCodes.has(code)) return new Refusal('storage.full');
  if (state && valueStates.test(state)) return new Refusal('input.invalid');
  if ((state && busyStates.test(state)) || isConnectionTrouble(error)) return new Refusal('server.busy');
  const status = (error as { statusCode?: unknown } | null)?.statusCode;
  if (status === 400) return new Refusal('input.json');
  if (status === 413) return new Refusal('body.too_large');
  if (status === 415) return new Refusal('body.type');
  // What is left comes from the file server: a path out of its folder, a range or a condition that does not hold.
  if (typeof status === 'number' && status >= 400 && status < 500) return new Refusal('route.absent');
  return new Refusal('server.failed');
}

/** After how many seconds it is worth while to ask again, where that is sooner than in a minute. */
const retrySeconds: Partial<Record<ErrorCode, number>> = { 'server.busy': 10 };

const passing: ReadonlySet<ErrorCode> = new Set(['server.busy', 'files.silent', 'file.held', 'storage.full']);

/** Whether the same may well succeed in a while: the database, the storage of files, its scanner or room were wanting. */
export const isPassing = (error: unknown): boolean => passing.has(toRefusal(error).code);

/** A socket that broke, or was ended or destroyed while a question was on its way: such a write names no call of the system. */
const brokenCodes = /^(E(CONN|PIPE|TIMEDOUT)|ERR_STREAM_DESTROYED)/;

function isConnectionTrouble(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as { code?: string; syscall?: string };
  return (
    (code !== undefined && brokenCodes.test(code)) ||
    // The socket of a database that is away; any other missing path is no trouble that passes.
    (code === 'ENOENT' && syscall === 'connect') ||
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
      error.message,
    )
  );
}

/** The database has ended the connection, or is not there: nothing is known of whatever was being done. */
const awayStates = /^(08|57P0[123])/;

/** Whether it was the connection to the database that failed, and not what was asked of it. */
export const isDatabaseAway = (error: unknown): boolean =>
  awayStates.test(sqlState(error) ?? '') || isConnectionTrouble(error);

/** Sends the error answer. Only what nobody designed, and trouble with the database, is logged as an error. */
export function sendRefusal(app: App, reply: FastifyReply, refusal: Refusal, cause?: unknown): FastifyReply {
  const incident = reply.request.id;
  const status = statusOf(refusal.code);
  if (status >= 500) {
    app.log.error(
      { requestId: incident, operation: reply.request.requestContext?.operation.code, error: describeError(cause) },
      refusal.code,
    );
  }
  const answer: ErrorAnswer = { code: refusal.code, message: refusal.detail ?? messageOf(refusal.code), incident };
  if (refusal.fields) answer.fields = refusal.fields;
  if (status === 429 || status === 503) {
    reply.header('Retry-After', String(refusal.retrySeconds ?? retrySeconds[refusal.code] ?? 60));
  }
  return reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(answer));
}
