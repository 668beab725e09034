import type { Result } from '#contract/kernel/op.ts';
import type { notifications } from '#contract/platform/notifications.ts';

/** All that the person may be told of and by what. */
export type Choices = Result<typeof notifications.choices>;
