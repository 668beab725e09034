import { useBlocker } from '@tanstack/react-router';
import { confirm } from '#web/ui/overlays/confirm.ts';
import { hasUnsaved, useUnsaved } from '../unsaved.ts';
import { formTexts } from './texts.ts';

/** Whoever leaves what he has typed and not saved is asked first, whether he follows a link or closes the tab. */
export function useLeaveGuard(isDirty: boolean): void {
  useUnsaved(isDirty);
  useBlocker({
    shouldBlockFn: () =>
      new Promise<boolean>((resolve) => {
        // What was decided runs before the dialog goes, so hiding it without a decision means to stay.
        confirm({
          ...formTexts.leave,
          defaultFocus: 'reject',
          accept: () => resolve(false),
          onHide: () => resolve(true),
        });
      }),
    enableBeforeUnload: hasUnsaved,
    disabled: !isDirty,
  });
}
