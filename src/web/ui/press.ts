import type { PointerEvent } from 'react';

/** A pointer that has moved further meanwhile has changed its mind. */
const slackPx = 8;

/**
 * Lets a press count although the page moves under the pointer. To press a button takes the focus from a field, whose
 * message may push the button away before it is released: the browser then sees two places and makes no click of them.
 */
export function keepPress({ currentTarget: button, pointerId, clientX, clientY }: PointerEvent<HTMLElement>): void {
  const released = (event: globalThis.PointerEvent): void => {
    if (event.pointerId !== pointerId) return;
    stop();
    const isStill = Math.hypot(event.clientX - clientX, event.clientY - clientY) <= slackPx;
    const hasMovedAway = !button.contains(event.target as Node);
    if (event.type === 'pointerup' && isStill && hasMovedAway) button.click();
  };
  const stop = (): void => {
    removeEventListener('pointerup', released, true);
    removeEventListener('pointercancel', released, true);
  };
  addEventListener('pointerup', released, true);
  addEventListener('pointercancel', released, true);
}
