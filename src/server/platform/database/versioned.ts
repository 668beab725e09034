import type { DB, Generated } from './schema.ts';

/** Tables whose rows carry a version that grows; a form of documents has a number of its version, which is another thing. */
export type Versioned = {
  [Table in keyof DB]: DB[Table] extends { version: Generated<number>; updatedAt: unknown } ? Table : never;
}[keyof DB];
