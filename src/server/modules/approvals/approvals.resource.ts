import type { ResourceRules } from '#server/platform/access.ts';
import { everything } from '#server/platform/access.ts';

export const approvalResources = {
  approval: { table: 'approvals', scopes: { all: () => everything } },
} satisfies ResourceRules;
