import { frameTexts } from '#web/kit/page/texts.ts';
import { confirm } from '#web/ui/overlays/confirm.ts';
import { hasUnsaved } from '../unsaved.ts';

/** Does what throws the page away, after a question where something on it is not saved. */
export function unlessUnsaved(act: () => void): void {
  if (!hasUnsaved()) return act();
  const { header, message, accept: acceptLabel, reject: rejectLabel } = frameTexts.unsaved;
  confirm({ header, message, acceptLabel, rejectLabel, defaultFocus: 'reject', accept: act });
}
