import type { Operation } from '#contract/kernel/op.ts';
import { Button } from '#web/ui/button.tsx';
import { Progress } from '#web/ui/display/progress.tsx';
import { ChooseButton } from '#web/ui/fields/choose-button.tsx';
import { Can } from '../session/can.tsx';
import type { Params } from './owned-file.tsx';
import { fileTexts as t } from './texts.ts';
import { useUpload } from './use-upload.ts';

/** The button that uploads one file; while the file is sent, its progress and a button that stops it. */
export function UploadButton({
  operation,
  params,
  title,
  children,
}: {
  operation: Operation;
  params: Params;
  title: string;
  children: string;
}) {
  const { share, send, stop } = useUpload(operation, params);
  if (share !== undefined) {
    return (
      <div className="stack-tight">
        <Progress value={Math.round(share * 100)} label={t.sending(title)} />
        <div>
          <Button onClick={stop}>{t.stop}</Button>
        </div>
      </div>
    );
  }
  return (
    <Can op={operation} params={params}>
      <div>
        <ChooseButton label={title} accept=".pdf,.jpg,.jpeg,.png" onFile={send} aria-label={`${children}: ${title}`}>
          {children}
        </ChooseButton>
      </div>
    </Can>
  );
}
