import { randomUUID } from 'node:crypto';
import { type Answer, escape, found, ok } from './partner.ts';

/** A card or a subscription of СБП that a payer has bound. */
export interface EmulatedBinding {
  id: string;
  key: string;
  channel: string;
  purpose: string;
  returnUrl: string;
  status: 'created' | 'active' | 'failed' | 'revoked';
  mask: string | null;
  reason: string | null;
}

/** By what each way is known again; the numbers are nobody's. */
const masks: Readonly<Record<string, string>> = { card: '•••• 4242', sbp: 'Банк «Пример», счёт •••• 0071' };

const bindings = new Map<string, EmulatedBinding>();

/** What money may be taken of; undefined where nothing may. */
export const activeBinding = (id: string): EmulatedBinding | undefined =>
  [...bindings.values()].find((one) => one.id === id && one.status === 'active');

/** The binding whose page somebody opens. */
export const bindingOfPage = (path: string): EmulatedBinding | undefined =>
  [...bindings.values()].find(({ id }) => path === `/bind/${id}`);

/** What was bound before the emulator was started. */
export const takeBindings = (past: readonly EmulatedBinding[]): void => {
  for (const one of past) bindings.set(one.key, one);
};

export const allBindings = (): EmulatedBinding[] => [...bindings.values()];

/** The payer or his bank ends it, on its page, on ours or elsewhere. */
export function endBinding(binding: EmulatedBinding, status: EmulatedBinding['status']): void {
  binding.status = status;
  if (status === 'active') binding.mask = masks[binding.channel] ?? null;
  if (status === 'failed') binding.reason = 'Банк отказал в привязке';
  if (status === 'revoked') binding.reason = 'Привязка снята';
}

/** The part of the API that is about bindings. */
export function serveBindings(method: string, path: string, body: unknown, origin: string): Answer {
  const [, , key = '', act] = path.split('/');
  const known = bindings.get(method === 'POST' && path === '/bindings' ? (body as { key: string }).key : key);
  if (method === 'POST' && path === '/bindings') return ok(shown(known ?? bind(body as Order), origin));
  if (known && act === 'revoke' && known.status !== 'failed') endBinding(known, 'revoked');
  return found(known && shown(known, origin));
}

type Order = Pick<EmulatedBinding, 'key' | 'channel' | 'purpose' | 'returnUrl'>;

function bind(order: Order): EmulatedBinding {
  const made: EmulatedBinding = { ...order, id: `b-${randomUUID()}`, status: 'created', mask: null, reason: null };
  bindings.set(order.key, made);
  return made;
}

const shown = (binding: EmulatedBinding, origin: string) => ({
  ...binding,
  bindUrl: binding.status === 'created' ? `${origin}/bind/${binding.id}` : null,
});

/** The page on which somebody binds. */
export function bindPage({ channel, purpose, status, returnUrl }: EmulatedBinding): string {
  const what = channel === 'sbp' ? 'Подписка СБП' : 'Банковская карта';
  const form = `<form method="post"><button name="answer" value="bind" class="main">Привязать</button>
<button name="answer" value="refuse">Отказаться</button></form>`;
  const end = `<p><b>${status === 'active' ? 'Привязано' : 'Не привязано'}</b></p><p><a href="${escape(returnUrl)}">Вернуться</a></p>`;
  return `<p class="note">РНКО «Пример» · ${what}</p><h1>Автоплатёж</h1><p>${escape(purpose)}</p>
${status === 'created' ? form : end}`;
}
