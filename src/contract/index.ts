import { modules, rights } from './every-module.ts';
import type { Module, Operation, Right } from './kernel/op.ts';

/** The whole contract. Browser modules import their own file instead, to keep their chunks small. */
export const contract: readonly Module[] = modules;

type CodesOf<M> = M extends Module ? M[keyof M]['code'] : never;

/** The code of an operation, `individuals.list`. */
export type OperationCode = CodesOf<(typeof modules)[number]>;

/** The permissions within operations. */
export const contractRights: readonly Right[] = rights.flatMap((some): Right[] => Object.values(some));

export const operations: readonly Operation[] = contract.flatMap((module) => Object.values(module));
