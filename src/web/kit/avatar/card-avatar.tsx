import { useState } from 'react';
import type { Operation } from '#contract/kernel/op.ts';
import { Avatar } from '#web/ui/display/avatar.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { MoveButton } from '../detail/move-button.tsx';
import { Can } from '../session/can.tsx';
import styles from './avatar.module.css';
import { avatarTexts as t } from './texts.ts';

/** Somebody's photo on his card: pressed it is shown large, where whoever keeps order may take it away. */
export function CardAvatar({
  name,
  url,
  remove,
  params,
}: {
  name: string;
  url: string | null;
  remove: Operation;
  params: { id: number };
}) {
  const [isOpen, setOpen] = useState(false);
  if (url === null) return <Avatar name={name} url={null} size="m" />;
  const close = () => setOpen(false);
  return (
    <>
      <button type="button" aria-label={t.look(name)} className={styles.button} onClick={() => setOpen(true)}>
        <Avatar name={name} url={url} size="m" />
      </button>
      {isOpen && (
        <Dialog
          title={name}
          onClose={close}
          actions={
            <Can op={remove} params={params}>
              <MoveButton
                operation={remove}
                input={{ params }}
                label={t.remove}
                ask={t.removing}
                done={t.removed}
                after={close}
              />
            </Can>
          }
        >
          <img src={url} alt={t.of(name)} className={styles.large} />
        </Dialog>
      )}
    </>
  );
}
