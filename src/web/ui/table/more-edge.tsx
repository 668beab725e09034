import { useEffect, useRef, useState } from 'react';
import styles from './more-edge.module.css';

/**
 * The right edge of a table that goes on to the side. What the edge cuts fades there, so that half of a sum is not taken for another one, also
 * where the system hides its scrollbars. It stands first in the element that scrolls.
 */
export function MoreEdge() {
  const edge = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(0);
  useEffect(() => {
    const frame = edge.current!.parentElement!;
    const look = () => {
      const hidden = frame.scrollWidth - frame.clientWidth - frame.scrollLeft;
      setHeight(hidden > 1 ? frame.clientHeight : 0);
    };
    const observer = new ResizeObserver(look);
    for (const one of [frame, ...frame.children]) observer.observe(one);
    frame.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      frame.removeEventListener('scroll', look);
    };
  }, []);
  return (
    <div ref={edge} className={styles.edge} aria-hidden="true">
      {height > 0 && <div className={styles.fade} style={{ height }} />}
    </div>
  );
}
