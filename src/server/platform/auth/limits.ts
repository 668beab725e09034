import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type pg from 'pg';
import { type RateLimiterAbstract, RateLimiterPostgres, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { Refusal } from '#contract/kernel/errors.ts';
import type { LimitName } from '#contract/kernel/op.ts';
import { plural } from '#domain/values/text/words.ts';
import type { Secrets } from '../secrets/secrets.ts';

const minute = 60;
const minuteForms = ['минуту', 'минуты', 'минут'] as const;
/** A Redis that answers nothing for so long is taken for a dead one, and PostgreSQL counts. */
const redisSilentMs = 500;
/** So long a start waits for it. */
const startMs = 2_000;

/**
 * What is counted, and how much of it is allowed in a period.
 * Per-network limits are wide, because many honest people share one address; per-account ones are narrow.
 */
const rules = {
  signIn: { points: 100, seconds: 15 * minute },
  signInAccount: { points: 10, seconds: 15 * minute },
  signUp: { points: 300, seconds: 60 * minute },
  letter: { points: 300, seconds: 60 * minute },
  letterAddress: { points: 5, seconds: 60 * minute },
  letterAddressInAll: { points: 20, seconds: 60 * minute },
  letterOwn: { points: 5, seconds: 60 * minute },
  smsPhone: { points: 5, seconds: 24 * 60 * minute },
  smsAccount: { points: 10, seconds: 24 * 60 * minute },
  smsInAll: { points: 1_000, seconds: 60 * minute },
  letterByOperator: { points: 10, seconds: 60 * minute },
  invitations: { points: 200, seconds: 24 * 60 * minute },
  invitationsUnverified: { points: 20, seconds: 24 * 60 * minute },
  token: { points: 300, seconds: 15 * minute },
  code: { points: 100, seconds: 15 * minute },
  checkInn: { points: 5, seconds: 60 * minute },
  suggest: { points: 3_000, seconds: 15 * minute },
  report: { points: 100, seconds: 15 * minute },
  partnerSuggest: { points: 100, seconds: 15 * minute },
  partnerSuggestInAll: { points: 5_000, seconds: 24 * 60 * minute },
  draft: { points: 1_000, seconds: 15 * minute },
  draftAccount: { points: 200, seconds: 15 * minute },
  mark: { points: 1_000, seconds: 60 * minute },
  markAccount: { points: 30, seconds: 60 * minute },
  support: { points: 10, seconds: 60 * minute },
  codeAccount: { points: 5, seconds: 15 * minute },
  messageAccount: { points: 200, seconds: 10 },
} as const satisfies Record<LimitName, unknown> & Record<string, { points: number; seconds: number }>;

type RuleName = keyof typeof rules;

/** Counters shared by all nodes: in Redis when there is one, otherwise in PostgreSQL. Keys hold no personal data. */
export class Limits {
  readonly #secrets: Secrets;
  readonly #limiters: Record<RuleName, RateLimiterAbstract>;
  readonly #redis: Redis | undefined;

  constructor(pool: pg.Pool, secrets: Secrets, redis: Redis | undefined) {
    this.#secrets = secrets;
    this.#redis = redis;
    const make = (name: RuleName): RateLimiterAbstract => {
      const shape = { keyPrefix: name, points: rules[name].points, duration: rules[name].seconds };
      const inPostgres = new RateLimiterPostgres({
        ...shape,
        storeClient: pool,
        storeType: 'pool',
        tableName: 'rate_limits',
        tableCreated: true,
        clearExpiredByTimeout: false,
      });
      if (!this.#redis) return inPostgres;
      return new RateLimiterRedis({ ...shape, storeClient: this.#redis, insuranceLimiter: inPostgres });
    };
    this.#limiters = Object.fromEntries((Object.keys(rules) as RuleName[]).map((name) => [name, make(name)])) as Record<
      RuleName,
      RateLimiterAbstract
    >;
  }

  /** Counts one attempt. @throws Refusal `rate.limited` when the period's points are used up; it says for how long. */
  async take(rule: RuleName, key: string): Promise<void> {
    const wait = await this.#waitAfter(rule, key);
    if (wait === 0) return;
    const minutes = Math.ceil(wait / minute);
    const detail = `Слишком много попыток. Попробуйте снова через ${minutes} ${plural(minutes, minuteForms)}`;
    throw new Refusal('rate.limited', { detail, retrySeconds: wait });
  }

  /** Counts one attempt and says whether it is still allowed. */
  async allows(rule: RuleName, key: string): Promise<boolean> {
    return (await this.#waitAfter(rule, key)) === 0;
  }

  /** Counts one attempt. @returns after how many seconds the next is allowed; 0 when this one was */
  async #waitAfter(rule: RuleName, key: string): Promise<number> {
    try {
      await this.#limiters[rule].consume(this.#mark(rule, key));
      return 0;
    } catch (problem) {
      if (problem instanceof RateLimiterRes) return Math.max(1, Math.ceil(problem.msBeforeNext / 1000));
      throw problem;
    }
  }

  /** Gives an attempt back: a successful sign-in is not held against its network. */
  async giveBack(rule: RuleName, key: string): Promise<void> {
    await this.#limiters[rule].reward(this.#mark(rule, key));
  }

  /** How many points of the period are used up, and until when nothing more is allowed because of them. */
  async stateOf(rule: RuleName, key: string): Promise<{ used: number; until: Date | null }> {
    const found = await this.#limiters[rule].get(this.#mark(rule, key));
    if (found === null || found.msBeforeNext <= 0) return { used: 0, until: null };
    const closed = found.consumedPoints >= rules[rule].points;
    return { used: found.consumedPoints, until: closed ? new Date(Date.now() + found.msBeforeNext) : null };
  }

  /** Forgets what was counted. */
  async forget(rule: RuleName, key: string): Promise<void> {
    await this.#limiters[rule].delete(this.#mark(rule, key));
  }

  async close(): Promise<void> {
    this.#redis?.disconnect();
  }

  #mark(rule: RuleName, key: string): string {
    return this.#secrets.mark(`limit.${rule}`, key);
  }
}

/**
 * Connects to Redis and waits for it, so that the first attempts are counted where all others are; a Redis that does not
 * answer, dead or frozen, holds up no start and no attempt. Its client is loaded only here: most servers have none and need not carry it in memory.
 */
export async function openRedis(
  url: string,
  onError: (error: Error) => void,
  silentMs = redisSilentMs,
): Promise<Redis> {
  const { Redis } = await import('ioredis');
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    connectTimeout: 2_000,
    commandTimeout: silentMs,
    // One command that is not answered closes the connection, so that the next ones do not wait for as long each.
    socketTimeout: silentMs,
  });
  redis.on('error', onError);
  const heard = new Promise<void>((resolve) => {
    redis.once('ready', resolve);
    redis.once('close', resolve);
  });
  await Promise.race([heard, sleep(startMs, undefined, { ref: false })]);
  return redis;
}
