import { type PointerEvent, type RefObject, useRef } from 'react';

const between = (low: number, value: number, high: number): number => Math.max(low, Math.min(value, high));

/** Lets a dialog be moved by its head; it never leaves the window. */
export function useDrag(element: RefObject<HTMLElement | null>): (event: PointerEvent) => void {
  const offset = useRef({ x: 0, y: 0 });
  return (start) => {
    const moved = element.current;
    if (!moved || (start.target as Element).closest('button')) return;
    const { x, y } = offset.current;
    const box = moved.getBoundingClientRect();
    const move = ({ clientX, clientY }: globalThis.PointerEvent) => {
      const right = between(-box.left, clientX - start.clientX, innerWidth - box.right);
      const down = between(-box.top, clientY - start.clientY, innerHeight - box.bottom);
      offset.current = { x: x + right, y: y + down };
      moved.style.translate = `${offset.current.x}px ${offset.current.y}px`;
    };
    addEventListener('pointermove', move);
    addEventListener('pointerup', () => removeEventListener('pointermove', move), { once: true });
  };
}
