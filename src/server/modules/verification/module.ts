import type { ServerModule } from '#server/platform/module.ts';
import { verificationApprovals } from './blocking.ts';

export const verificationModule: ServerModule = {
  name: 'verification',
  approvals: verificationApprovals,
};
