import { registryEntryMachine } from '#domain/registries/registry-entry.ts';
import { registryImportMachine } from '#domain/registries/registry-import.ts';
import { stateful } from '#server/platform/state/transition.ts';

/** A registry of either kind, as it is moved. */
export const registryState = stateful(registryImportMachine, { table: 'registries', column: 'status' });

/** An entry by the kind of its registry. */
export const entryState = {
  full: stateful(registryEntryMachine, { table: 'registryEntries', column: 'status' }),
  simple: stateful(registryEntryMachine, { table: 'simpleRegistryEntries', column: 'status' }),
};
