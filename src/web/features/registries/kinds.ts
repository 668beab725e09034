import { registries } from '#contract/registries/registries.ts';
import { simpleRegistries } from '#contract/registries/simple-registries.ts';
import { registryColumns } from '#domain/registries/registry-columns.ts';
import type { RegistryKindView, RegistryOperations } from './kind.ts';
import { registryTexts } from './texts.ts';

/** Both kinds of registry. */
export const registryKinds = {
  full: {
    kind: 'full',
    operations: registries satisfies RegistryOperations,
    columns: registryColumns.full,
    section: { to: '/dashboard/registries', title: registryTexts.sections.full },
    hrefOf: ({ id, legalEntityId }) => `/registry-${legalEntityId}-${id}`,
  },
  simple: {
    kind: 'simple',
    operations: simpleRegistries satisfies RegistryOperations,
    columns: registryColumns.simple,
    section: { to: '/dashboard/simplified-registries', title: registryTexts.sections.simple },
    hrefOf: ({ id, legalEntityId }) => `/simplified-registry-${legalEntityId}-${id}`,
  },
} as const satisfies Record<'full' | 'simple', RegistryKindView>;
