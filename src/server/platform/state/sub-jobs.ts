import type { SubJobCode } from '#domain/money/close-day.ts';
import type { App } from '../app.ts';
import type { DB } from '../database/schema.ts';
import type { Closing, EachDue } from './deadlines.ts';

/** What a sub-job has come to. */
export interface SubJobCounts {
  readonly processed: number;
  readonly changed: number;
}

/** What a module does of a sub-job to each object that is due. */
export interface EachPart {
  /** The table of the objects. */
  readonly about: keyof DB;
  readonly each: EachDue;
}

/** What a module does of a sub-job as one piece of work. */
export interface WholePart {
  readonly whole: (app: App, closing: Closing, now: Date) => Promise<SubJobCounts>;
}

/** What a module does of a sub-job. */
export type SubJobPart = EachPart | WholePart;

/** The parts of the sub-jobs, by their codes. */
export type SubJobs = { readonly [Code in SubJobCode]?: readonly SubJobPart[] };

/** Why a sub-job could not be done, in a Russian sentence that an operator may read; anything else thrown is an incident. */
export class SubJobProblem extends Error {}
