import { type RefObject, useEffect, useRef } from 'react';

/**
 * Keeps the chosen tab in sight where the strip of tabs is wider than the screen, also when a phone is turned.
 * @param chosen what is chosen; the strip follows when it changes
 * @returns the reference for the strip, which its styles make the frame of positions
 */
export function useChosenInView<Strip extends HTMLElement>(chosen: string): RefObject<Strip | null> {
  const strip = useRef<Strip>(null);
  useEffect(() => {
    const element = strip.current;
    if (!element) return undefined;
    // It reports the first size as well.
    const sizes = new ResizeObserver(() => {
      const tab = element.querySelector<HTMLElement>(`[aria-current='page'], [aria-pressed='true']`);
      if (tab) element.scrollLeft = tab.offsetLeft - (element.clientWidth - tab.offsetWidth) / 2;
    });
    sizes.observe(element);
    return () => sizes.disconnect();
  }, [chosen]);
  return strip;
}
