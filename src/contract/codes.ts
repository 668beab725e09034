import type { contract } from './index.ts';

type Contract = typeof contract;

/** The code of an operation, `individuals.list`: it names the operation where its schemas are not needed. */
export type OperationCode = {
  [Module in keyof Contract]: `${Module}.${keyof Contract[Module] & string}`;
}[keyof Contract];

/** Operations, of which a person must be able to ask for one, of whatever object. */
export type Needs = OperationCode | readonly OperationCode[];
