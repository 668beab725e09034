import type { employees } from '#contract/access/employees.ts';
import type { Result } from '#contract/kernel/op.ts';
import { fullName } from '#domain/values/person-name.ts';
import { PowersOfEmployee } from '#web/features/powers-of-attorney/power-list.tsx';
import { powerTexts } from '#web/features/powers-of-attorney/texts.ts';
import { Dialog } from '#web/ui/overlays/dialog.tsx';

/** What somebody may sign for the company. */
export const PowersDialog = ({
  legalEntityId,
  employee,
  onClose,
}: {
  legalEntityId: number;
  employee: Result<typeof employees.list>['items'][number];
  onClose: () => void;
}) => (
  <Dialog title={powerTexts.openOf(fullName(employee))} onClose={onClose}>
    <PowersOfEmployee legalEntityId={legalEntityId} membershipId={employee.id} employeeId={employee.employeeId} />
  </Dialog>
);
