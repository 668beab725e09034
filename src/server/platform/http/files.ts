import { extname } from 'node:path';
import type { FastifyReply } from 'fastify';
import type { App } from '../app.ts';
import type { FileAnswer, ShownFile } from '../ctx.ts';
import { describeError } from '../log/log.ts';

/** A client that takes nothing for so long has gone. */
const stalledMs = 60_000;

/**
 * Sends a file as it is made. Until its first byte an error is answered like any other; after that it breaks the
 * connection, so that half a file never looks like a whole one. A client who goes away destroys the stream.
 */
export function sendFile(app: App, reply: FastifyReply, type: string, file: FileAnswer): FastifyReply {
  return stream(app, reply.header('Content-Disposition', disposition('attachment', file.name)), type, file);
}

/**
 * The same for a file that a page of ours shows by its type. Whatever else its bytes may be, nothing in it runs: the
 * browser keeps to the type, and the answer is a sandbox of its own.
 */
export function showFile(app: App, reply: FastifyReply, { type, ...file }: ShownFile): FastifyReply {
  reply
    .header('Content-Security-Policy', "default-src 'none'; sandbox; frame-ancestors 'self'")
    .header('X-Frame-Options', 'SAMEORIGIN')
    .header('Content-Disposition', disposition('inline', file.name));
  return stream(app, reply, type, file);
}

/**
 * To be called as soon as a handler has given a file: until its answer begins nobody listens to the file, and an error
 * that nobody hears ends the process. It waits in `errored`.
 */
export function deferStreamError({ stream }: FileAnswer): void {
  stream.on('error', () => undefined);
}

function stream(app: App, reply: FastifyReply, type: string, { stream: body }: FileAnswer): FastifyReply {
  if (body.errored) {
    reply.removeHeader('Content-Disposition');
    throw body.errored;
  }
  body.once('error', (error) => {
    if (!reply.raw.headersSent) {
      reply.raw.removeHeader('Content-Disposition');
      reply.removeHeader('Content-Disposition');
      return;
    }
    const operation = reply.request.requestContext?.operation.code;
    app.log.error({ requestId: reply.request.id, operation, error: describeError(error) }, 'file broken off');
  });
  reply.raw.setTimeout(stalledMs, () => reply.raw.destroy());
  return reply.type(type).send(body);
}

/** The name twice: in its own letters, and for the few clients that cannot read those a plain one, the same for all files. */
function disposition(how: 'attachment' | 'inline', name: string): string {
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `${how}; filename="file${extname(name)}"; filename*=UTF-8''${encoded}`;
}
