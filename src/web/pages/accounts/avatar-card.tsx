import styles from '#web/kit/avatar/avatar.module.css';
import { ownAvatar } from '#web/kit/avatar/own.ts';
import { avatarTexts as t } from '#web/kit/avatar/texts.ts';
import { MoveButton } from '#web/kit/detail/move-button.tsx';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { loadMe, type Me } from '#web/kit/session/session.ts';
import { Avatar } from '#web/ui/display/avatar.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { ChooseButton } from '#web/ui/fields/choose-button.tsx';
import { notify } from '#web/ui/overlays/notify.ts';
import { openDialog } from '#web/ui/overlays/open-dialog.ts';

const CropDialog = lazyPart(
  () => import('#web/kit/avatar/crop-dialog.tsx'),
  (module) => module.CropDialog,
);

const maxBytes = 10 * 1024 * 1024;

/** One's own photo: chosen, cut to a square, taken away. */
export function AvatarCard({ me }: { me: Me }) {
  const { put, remove, params } = ownAvatar(me);
  const choose = (file: File): void => {
    if (file.size > maxBytes) notify({ severity: 'error', summary: t.tooLarge });
    else openDialog((close) => <CropDialog file={file} operation={put} params={params} onClose={close} />);
  };
  return (
    <Card title={t.title}>
      <div className={styles.own}>
        <Avatar name={me.fullName} url={me.avatarUrl} size="l" />
        <div className="stack-tight">
          <p className="dim small">{t.hint}</p>
          <div className="row">
            <ChooseButton label={t.title} accept="image/jpeg,image/png,image/webp" onFile={choose}>
              {me.avatarUrl ? t.replace : t.choose}
            </ChooseButton>
            {me.avatarUrl && (
              <MoveButton
                operation={remove}
                input={{ params }}
                label={t.remove}
                ask={t.removing}
                done={t.removed}
                after={loadMe}
              />
            )}
          </div>
        </div>
      </div>
    </Card>
  );
}
