import type { OperatingKind } from '#domain/settings/operating-company.ts';
import { defineEvent } from '#server/platform/events.ts';

/** Another company runs the platform or keeps its money, or is called otherwise: texts that name it are published anew. */
export const operatingCompanyChanged = defineEvent<{ kind: OperatingKind }>('operating-companies.changed');
