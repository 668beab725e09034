import type { OperationCode } from './index.ts';

/** The code of an operation, `individuals.list`: it names the operation where its schemas are not needed. */
export type { OperationCode };

/** Operations, of which a person must be able to ask for one, of whatever object. */
export type Needs = OperationCode | readonly OperationCode[];
