/**
 * The code of an operation, `individuals.list`: it names the operation where its schemas are not needed. That each code
 * named in the browser is one of the contract is seen by test/laws/web-modules.test.ts.
 */
export type OperationCode = `${string}.${string}`;

/** Operations, of which a person must be able to ask for one, of whatever object. */
export type Needs = OperationCode | readonly OperationCode[];
