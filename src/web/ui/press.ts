/** A pointer that has moved further meanwhile has changed its mind. */
const slackPx = 8;
/** What a press makes a click of. Text fields are none: they take the focus as soon as they are pressed. */
const pressed = 'button, a[href], summary, label, input[type=checkbox], input[type=radio]';

/**
 * Lets a press count although the page moves under the pointer, wherever a button, a link, a box or its label is. A press takes the focus from
 * a field, whose message may push the pressed thing away before it is released: the browser then sees two places and makes no
 * click of them.
 */
export function keepPresses(): void {
  document.addEventListener('pointerdown', clickEvenIfMoved, true);
}

function clickEvenIfMoved({ target, button, pointerId, clientX, clientY }: PointerEvent): void {
  const thing = target instanceof Element ? target.closest<HTMLElement>(pressed) : null;
  if (!thing || button !== 0) return;
  // Released elsewhere in the same label, a press is a click of the label already, which ticks the box in it.
  const place = thing.closest('label') ?? thing;
  const released = (event: PointerEvent): void => {
    if (event.pointerId !== pointerId) return;
    stop();
    const isStill = Math.hypot(event.clientX - clientX, event.clientY - clientY) <= slackPx;
    const hasMovedAway = thing.isConnected && !place.contains(event.target as Node);
    if (event.type === 'pointerup' && isStill && hasMovedAway) thing.click();
  };
  const stop = (): void => {
    removeEventListener('pointerup', released, true);
    removeEventListener('pointercancel', released, true);
  };
  addEventListener('pointerup', released, true);
  addEventListener('pointercancel', released, true);
}
