/**
 * The content policy allows no code made at run time. The schema library tries whether it may make some when the first
 * schema of the contract is declared, so it is told before that; naming its setting does not load the library.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
