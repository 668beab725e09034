import type { FastifyRequest } from 'fastify';
import type { ErrorCode } from '#contract/kernel/errors.ts';
import type { SecurityEventKind } from '#domain/settings/security-event.ts';
import type { App } from '../app.ts';
import { networkOf } from '../auth/address.ts';
import type { RequestContext } from './routes.ts';

/** Which refusals are events of security, whoever asked. */
const kinds: Partial<Record<ErrorCode, SecurityEventKind>> = {
  'auth.wrong': 'sign_in_failed',
  'auth.code_wrong': 'second_factor_wrong',
  'code.wrong': 'code_wrong',
  'token.dead': 'link_wrong',
  'access.denied': 'access_denied',
  'access.foreign_origin': 'foreign_origin',
  'signature.wrong': 'signature_wrong',
};

/**
 * Notes a refusal that an attempt to get past the rules would meet. It is not written in the transaction that was refused:
 * that one leaves nothing behind.
 */
export function noticeRefusal(app: App, request: FastifyRequest, code: ErrorCode): void {
  const { requestContext: context } = request;
  // A page asks by probes what its owner may do, and a no is an answer.
  if (!context || request.method === 'OPTIONS') return;
  const kind = kindOf(code, context);
  if (kind === undefined) return;
  const { operation, actor, origin } = context;
  app.securityEvents.note({
    kind,
    operation: operation.code,
    network: networkOf(origin.ip),
    accountId: actor?.accountId ?? null,
    login: origin.login,
  });
}

function kindOf(code: ErrorCode, { operation, actor }: RequestContext): SecurityEventKind | undefined {
  // Whoever is signed in is asked for his password again before he changes how he signs in.
  if (code === 'auth.wrong' && actor) return 'password_wrong';
  if (code === 'rate.limited' && operation.def.limit === 'signIn') return 'sign_in_locked';
  if (code === 'object.absent' && actor) return 'object_absent';
  return kinds[code];
}
