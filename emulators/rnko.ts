/**
 * A credit organisation (РНКО) that identifies, for the demonstration and the tests. The key of the signatures comes in
 * `RNKO_KEY`; `RNKO_ANSWERS` says how it answers by itself: `confirm`, `decline`, or `wait` (for somebody to answer).
 *
 * - The API of the partner, signed both ways: see src/server/partners/rnko.ts;
 * - `GET /operator` is the page on which its operator answers and chooses how it answers by itself;
 * - `GET /identify/{id}` is the page on which a person confirms who he is, when a full identification is wanted;
 * - `/control/notices` and `/control/behaviour`, which all partners have (partner.ts);
 * - `POST /control/answers {answers}` says how it answers by itself;
 * - `POST /control/questions/{key} {status, level, validUntil, reason}` answers one question;
 * - `GET /control/questions` shows all of them, with what was told.
 */
import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, absent, found, ok, openEmulator, refused, sendAway, sendPage } from './partner.ts';
import { identifyPage, operatorPage } from './rnko-pages.ts';

/** How it answers by itself. */
export const policies = ['confirm', 'decline', 'wait'] as const;
export type Policy = (typeof policies)[number];
/** It thinks before it answers by itself. */
const thinkMs = 1_500;

/** A question of the platform: whom to identify, or a questionnaire to look at. */
export interface EmulatedQuestion {
  id: string;
  key: string;
  kind: 'identification' | 'form';
  status: 'processing' | 'success' | 'failed' | 'accepted' | 'declined';
  wanted: 'simplified' | 'full';
  level: 'simplified' | 'full' | null;
  validUntil: string | null;
  reason: string | null;
  returnUrl: string;
  /** How many times it was told. */
  told: number;
  body: Record<string, unknown>;
}

const questions = new Map<string, EmulatedQuestion>();
const asPolicy = (text: unknown): Policy => policies.find((one) => one === text) ?? 'wait';
let policy = asPolicy(process.env['RNKO_ANSWERS']);

const goodStatus = ({ kind }: EmulatedQuestion) => (kind === 'form' ? 'accepted' : 'success');
const badStatus = ({ kind }: EmulatedQuestion) => (kind === 'form' ? 'declined' : 'failed');
const needsVisit = (one: EmulatedQuestion): boolean =>
  one.kind === 'identification' && one.wanted === 'full' && one.body['subject'] === 'individual';

/** What the platform is answered. */
function shown(one: EmulatedQuestion) {
  const { id, key, status, reason } = one;
  if (one.kind === 'form') return { id, key, status, reason };
  const actionUrl = needsVisit(one) && status === 'processing' ? `${partner.origin}/identify/${id}` : null;
  return { id, key, status, level: one.level, validUntil: one.validUntil, actionUrl, reason };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Takes a question; one that is known under its key is not taken twice. */
function take(kind: EmulatedQuestion['kind'], body: Record<string, unknown>): Answer {
  const key = textOf(body['key']);
  const known = questions.get(key);
  if (known) {
    known.told++;
    return known.kind === kind ? ok(shown(known)) : refused('the key belongs to something else');
  }
  const made: EmulatedQuestion = {
    id: `q-${randomUUID()}`,
    key,
    kind,
    status: 'processing',
    wanted: body['level'] === 'full' ? 'full' : 'simplified',
    level: null,
    validUntil: null,
    reason: null,
    returnUrl: textOf(body['returnUrl']),
    told: 1,
    body,
  };
  questions.set(key, made);
  if (policy !== 'wait' && !needsVisit(made)) void answerByItself(made);
  return ok(shown(made));
}

async function answerByItself(one: EmulatedQuestion): Promise<void> {
  await sleep(thinkMs);
  if (one.status === 'processing') answer(one, policy !== 'decline');
}

/** The answer to a question, which the platform is told of. */
function answer(one: EmulatedQuestion, isGood: boolean): void {
  one.status = isGood ? goodStatus(one) : badStatus(one);
  one.level = isGood && one.kind === 'identification' ? one.wanted : null;
  one.reason = isGood ? null : 'Данные не совпали с государственными реестрами';
  tell(one);
}

const tell = ({ key, kind, status }: EmulatedQuestion): void => void partner.tell({ key, type: `${kind}.${status}` });

function serve(method: string, path: string, body: unknown): Answer {
  const [, first, second] = path.split('/');
  if (method === 'POST' && first === 'identifications') return take('identification', body as Record<string, unknown>);
  if (method === 'POST' && first === 'forms') return take('form', body as Record<string, unknown>);
  const one = questions.get(second ?? '');
  if (method !== 'GET' || !one) return absent;
  return found(first === (one.kind === 'form' ? 'forms' : 'identifications') ? shown(one) : undefined);
}

function control(method: string, path: string, body: Record<string, unknown>): Answer {
  if (path === '/control/answers') policy = asPolicy(body['answers']);
  if (method === 'GET') return ok({ questions: [...questions.values()], asked: partner.asked() });
  const one = questions.get(path.split('/')[3] ?? '');
  if (one) {
    Object.assign(one, body);
    tell(one);
  }
  return ok({});
}

/** The pages for people: the partner's operator, and whoever confirms who he is. */
function page(response: ServerResponse, method: string, path: string, form: URLSearchParams): boolean {
  if (path === '/operator') {
    if (method === 'POST') answerByOperator(form);
    if (method === 'POST') sendAway(response, '/operator');
    else sendPage(response, operatorPage([...questions.values()], policy));
    return true;
  }
  if (!path.startsWith('/identify/')) return false;
  const one = [...questions.values()].find(({ id }) => id === path.slice('/identify/'.length));
  if (!one) response.writeHead(404).end();
  else if (method !== 'POST') sendPage(response, identifyPage(one));
  else {
    if (one.status === 'processing') answer(one, form.get('answer') === 'confirm');
    sendAway(response, one.returnUrl);
  }
  return true;
}

function answerByOperator(form: URLSearchParams): void {
  if (form.has('policy')) policy = asPolicy(form.get('policy'));
  const one = questions.get(form.get('key') ?? '');
  const said = form.get('answer');
  if (!one || one.status !== 'processing') return;
  if (said === 'simplified' || said === 'full') one.wanted = said;
  answer(one, said !== 'decline');
}

const partner = await openEmulator({ key: process.env['RNKO_KEY'] ?? '', serve, control, page });
