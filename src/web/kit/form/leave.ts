import { useBlocker } from '@tanstack/react-router';
import { confirm } from '#web/ui/overlays/confirm.ts';
import { hasUnsaved, useHasUnsaved } from '../unsaved.ts';
import { formTexts } from './texts.ts';

/**
 * Asks whether what was typed and not saved may be thrown away. What was decided runs before the question goes, so hiding it
 * without a decision means to stay.
 */
export function askToLeave(leave: () => void, stay?: () => void): void {
  confirm({ ...formTexts.leave, defaultFocus: 'reject', accept: leave, ...(stay && { onHide: stay }) });
}

/**
 * Whoever leaves what he has typed and not saved is asked once, whether he follows a link, goes back or closes the tab,
 * however many forms hold something. It is mounted at the root; forms only say what they hold.
 */
export function useLeaveQuestion(): void {
  const isHeld = useHasUnsaved();
  useBlocker({
    // Between two drawings a form may have let go of what it held.
    shouldBlockFn: () =>
      hasUnsaved() &&
      new Promise<boolean>((resolve) =>
        askToLeave(
          () => resolve(false),
          () => resolve(true),
        ),
      ),
    enableBeforeUnload: hasUnsaved,
    disabled: !isHeld,
  });
}
