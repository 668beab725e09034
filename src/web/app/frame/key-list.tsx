import { type Key, useKeyList } from '#web/kit/page/keys.ts';
import { frameTexts } from '#web/kit/page/texts.ts';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import styles from './key-list.module.css';

/** The keys that work on this page. */
export default function KeyList({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={frameTexts.keys.title} dismissable onClose={onClose}>
      <dl className={styles.keys}>
        {byMeaning(useKeyList()).map(([text, keys]) => (
          <div key={text}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{keyName(key)}</kbd>
              ))}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

/** Keys that do the same are together. */
function byMeaning(keys: readonly Key[]): [string, string[]][] {
  const meanings = new Map<string, string[]>();
  for (const { key, text } of keys) meanings.set(text, [...(meanings.get(text) ?? []), key]);
  return [...meanings];
}

const names: Readonly<Record<string, string>> = { ArrowDown: '↓', ArrowUp: '↑', Escape: 'Esc' };

const keyName = (key: string): string => names[key] ?? (key.length === 1 ? key.toUpperCase() : key.replace('+', ' '));
