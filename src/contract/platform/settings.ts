import * as z from 'zod';
import { SETTINGS } from '#domain/settings/settings.ts';
import { version } from '../kernel/fields.ts';
import { module, op, rights } from '../kernel/op.ts';
import { settingFields, settingHistory } from '../kernel/setting.ts';
import { approvals, PendingApproval } from './approvals.ts';

const fields = settingFields(SETTINGS);

/** How the platform is set now, who turned what, and what waits for a second person. */
const PlatformSettings = z.object({
  values: z.object(fields),
  version,
  history: settingHistory(fields),
  pendingApprovals: z.array(PendingApproval),
});

const changers = { operator: ['all', 'administrator'] } as const;

export const settings = module('settings', 'Настройки площадки', {
  get: op('GET /internal/settings', {
    about: 'Настройки площадки и история их изменений',
    access: changers,
    out: PlatformSettings,
  }),
  replace: op('PUT /internal/settings', {
    about: 'Изменить настройки площадки',
    access: changers,
    vouched: true,
    body: z.strictObject({ ...fields, version }),
    out: PlatformSettings,
    errors: ['move.illegal', 'version.stale'],
  }),
});

export const settingApprovalRights = rights(approvals.decide, {
  setting: {
    about: 'Решать об увеличении того, что делают без второго человека',
    access: { operator: ['all', 'administrator', 'accountant'] },
  },
});
