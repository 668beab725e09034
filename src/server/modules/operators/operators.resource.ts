import type { ResourceRules } from '#server/platform/access.ts';
import { everything } from '#server/platform/access.ts';

export const operatorResources = {
  operator: { table: 'operators', scopes: { all: () => everything } },
} satisfies ResourceRules;
