import { useRef, useState } from 'react';
import { centerCrop, makeAspectCrop, type PercentCrop, ReactCrop } from 'react-image-crop';
import 'react-image-crop/dist/ReactCrop.css';
import type { Operation } from '#contract/kernel/op.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { notify } from '#web/ui/overlays/notify.ts';
import { ApiError } from '../data/api.ts';
import { refresh } from '../data/query.ts';
import { upload } from '../data/upload.ts';
import { loadMe } from '../session/session.ts';
import styles from './avatar.module.css';
import { avatarTexts as t } from './texts.ts';

/** The side of what is sent, in pixels; the server draws it smaller. */
const side = 512;
const never = new AbortController().signal;

/** The square of a picture that becomes the photo, chosen before it is sent: what is around it never leaves the device. */
export function CropDialog({
  file,
  operation,
  params,
  onClose,
}: {
  file: File;
  operation: Operation;
  params: { id: number };
  onClose: () => void;
}) {
  const picture = useRef<HTMLImageElement>(null);
  const [address] = useState(() => URL.createObjectURL(file));
  const [crop, setCrop] = useState<PercentCrop>();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const send = async (): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      const square = await cut(picture.current!, crop!);
      await upload(operation, { params, file: square }, { onShare: () => {}, signal: never });
      notify({ severity: 'success', summary: t.done });
      onClose();
      await Promise.all([loadMe(), refresh()]);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.fields?.['file'] ?? error.message);
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={t.crop}
      onClose={onClose}
      draggable={false}
      actions={
        <>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button variant="primary" busy={isBusy} disabled={!crop} onClick={() => void send()}>
            {t.save}
          </Button>
        </>
      }
    >
      <div className="stack-tight">
        {problem ? <Notice tone="danger">{problem}</Notice> : <p className="dim small">{t.cropHint}</p>}
        <div className={styles.crop}>
          <ReactCrop
            crop={crop}
            aspect={1}
            circularCrop
            keepSelection
            minWidth={48}
            ariaLabels={t.labels}
            onChange={(_, next) => setCrop(next)}
          >
            <img
              ref={picture}
              src={address}
              alt={t.title}
              onLoad={({ currentTarget: { width, height } }) => {
                // What is shown needs its address no longer.
                URL.revokeObjectURL(address);
                setCrop(middle(width, height));
              }}
              onError={() => setProblem(t.broken)}
            />
          </ReactCrop>
        </div>
      </div>
    </Dialog>
  );
}

/** The largest square in the middle, a little away from the edges so that they can be taken hold of. */
const middle = (width: number, height: number): PercentCrop =>
  centerCrop(makeAspectCrop({ unit: '%', [width < height ? 'width' : 'height']: 90 }, 1, width, height), width, height);

/** Draws the chosen square into a picture of its own. */
async function cut(picture: HTMLImageElement, crop: PercentCrop): Promise<File> {
  const canvas = Object.assign(document.createElement('canvas'), { width: side, height: side });
  const { naturalWidth, naturalHeight } = picture;
  const x = (crop.x / 100) * naturalWidth;
  const y = (crop.y / 100) * naturalHeight;
  const width = (crop.width / 100) * naturalWidth;
  const height = (crop.height / 100) * naturalHeight;
  canvas.getContext('2d')!.drawImage(picture, x, y, width, height, 0, 0, side, side);
  const drawn = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  return new File([drawn!], 'avatar.png', { type: 'image/png' });
}
