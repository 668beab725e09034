import * as z from 'zod';
import { businessDayMachine, SUB_JOB_STATUSES, subJobCodes } from '#domain/money/close-day.ts';
import { day, instant, keysOf, text, version } from '../kernel/fields.ts';
import { module, op, rights } from '../kernel/op.ts';

const status = z.enum(businessDayMachine.statuses);
const sub = z.enum(subJobCodes);
const count = z.int();
/** The page of an object; null where it has none of its own. */
const link = z.string().nullable();

/** A day as the calendar shows it. */
const CalendarDay = z.object({
  day: z.string(),
  status,
  /** It was sealed against what was in the way. */
  overridden: z.boolean(),
});

/** One day with everything about its close. */
const BusinessDay = z.object({
  day: z.string(),
  status,
  startedAt: instant.nullable(),
  /** Null when the clock did it. */
  startedBy: z.string().nullable(),
  sealedAt: instant.nullable(),
  overriddenBy: z.string().nullable(),
  overrideReason: z.string().nullable(),
  /** Why it could not be sealed the last time. */
  obstacles: z.array(z.string()),
  /** The seal, in hexadecimal digits. */
  seal: z.string().nullable(),
  /** Ledger entries under it. */
  entries: count,
  version: z.int(),
});

const SubJob = z.object({
  sub,
  status: z.enum(keysOf(SUB_JOB_STATUSES)),
  processed: count,
  changed: count,
  skipped: count,
  failed: count,
  /** How many were processed for the day before; null where it was not closed here. */
  before: count.nullable(),
  /** How long it took, or has been going on; null of one that waits. */
  seconds: count.nullable(),
});

const SubJobError = z.object({
  id: z.int(),
  day: z.string(),
  sub,
  /** What people call the object, of a person the number; null of the sub-job as a whole. */
  object: z.string().nullable(),
  link,
  cause: z.string(),
  /** Under which the log tells more. */
  incident: z.string().nullable(),
  attempts: count,
  at: instant,
});

const Results = z.object({
  /** The business date. */
  open: z.string(),
  /** Whether the open day may be closed, and whether somebody does it now. */
  isOver: z.boolean(),
  isUnderWay: z.boolean(),
  /** About how long the close that goes on has left, in seconds; null where nobody can say. */
  secondsLeft: count.nullable(),
  shown: BusinessDay,
  subs: z.array(SubJob),
  /** Open errors of all days, the newest first. */
  errors: z.array(SubJobError),
  errorCount: count,
  /** The days of the month of the day shown. */
  days: z.array(CalendarDay),
  /** Whether who asks gets a letter with the figures of each closed day. */
  wantsLetter: z.boolean(),
});

const Tried = z.object({
  sub,
  /** Whether it can be tried: what asks a partner or deletes in portions cannot. */
  isTried: z.boolean(),
  found: count,
  more: z.boolean(),
  changed: count,
  failed: count,
  /** Some of the objects as people call them, null of what could not even be looked for, with why they fail. */
  examples: z.array(z.object({ object: z.string().nullable(), link, cause: z.string().nullable() })),
});

const SealCheck = z.object({
  day: z.string(),
  /** Whether the books say what they said when the day was sealed. */
  fits: z.boolean(),
  /** The seal as it stands, and as it is by what the books say now. */
  seal: z.string(),
  counted: z.string(),
  entries: count,
});

const readers = { operator: ['all', 'administrator', 'manager', 'accountant', 'observer'] } as const;
const runners = { operator: ['all', 'administrator', 'accountant'] } as const;

export const closeDay = module('close-day', 'Закрытие дня', {
  results: op('GET /internal/close-day-procedure/job-results', {
    about: 'Итоги закрытия дня',
    access: readers,
    query: z.strictObject({
      /** The open one unless told. */
      day: day.optional(),
    }),
    out: Results,
    errors: ['object.absent'],
  }),
  checkSeal: op('GET /internal/close-day-procedure/seal', {
    about: 'Проверить печать дня',
    access: readers,
    query: z.strictObject({ day }),
    out: SealCheck,
    errors: ['object.absent'],
  }),
  chooseLetter: op('PUT /internal/close-day-procedure/letter', {
    about: 'Получать письмо с итогами дня или не получать',
    access: readers,
    body: z.strictObject({ wanted: z.boolean() }),
  }),
  run: op('POST /internal/close-day-procedure', {
    about: 'Закрыть день или попробовать, что будет сделано',
    access: runners,
    vouched: true,
    query: z.strictObject({
      /** Nothing is changed: what would be done is told. */
      dryRun: z.literal('1').optional(),
    }),
    out: z.object({ day: z.string(), tried: z.array(Tried) }),
    errors: ['close.not_over', 'close.under_way'],
  }),
  runSub: op('POST /internal/close-day-procedure/{sub}', {
    about: 'Сделать шаг закрытия ещё раз',
    access: runners,
    vouched: true,
    body: z.strictObject({
      /** The error whose object alone is done again. */
      error: z.int().positive().optional(),
      /** Why the day is sealed against what is in the way. */
      reason: text(500).optional(),
      /** The version of the day with which what is in the way was seen; sealing against it needs it. */
      version: version.optional(),
    }),
    out: z.object({
      /** Whether the object of the error is done; null where a whole sub-job was begun. */
      done: z.boolean().nullable(),
      /** Nothing was left to be done: there is no such object any more, or the step has none of its kind. */
      isGone: z.boolean(),
      /** Nothing is to be done with the object now, as of a creditor whom nobody pays today: it is in the list no more. */
      isIdle: z.boolean(),
    }),
    errors: ['object.absent', 'close.not_over', 'close.under_way', 'move.illegal', 'version.stale'],
  }),
});

export const closeDayRights = rights(closeDay.runSub, {
  override: { about: 'Запечатать день вопреки отказу', access: { operator: ['all', 'administrator'] } },
});
