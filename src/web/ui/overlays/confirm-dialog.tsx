import { useEffect } from 'react';
import { Button } from '../button.tsx';
import { texts } from '../texts.ts';
import { type Confirmation, closeConfirm, openQuestions } from './confirm.ts';
import styles from './confirm-dialog.module.css';
import { Dialog } from './dialog.tsx';

/** The dialog in which `confirm` asks its questions; one without a group is mounted at the root. */
export function ConfirmDialog({ group }: { group?: string }) {
  const request = openQuestions.use().find((question) => question.group === group);
  return request && <Question request={request} onHide={() => closeConfirm(group)} />;
}

function Question({ request, onHide }: { request: Confirmation; onHide: () => void }) {
  const { icon: Icon, acceptIcon: AcceptIcon, rejectIcon: RejectIcon } = request;
  useEffect(() => {
    request.onShow?.();
    return () => request.onHide?.();
  }, [request]);
  // What was decided runs first, then the dialog goes.
  const decide = (callback?: () => void) => () => {
    callback?.();
    onHide();
  };
  const rejects = request.defaultFocus === 'reject';
  return (
    <Dialog
      role="alertdialog"
      title={request.header ?? texts.confirm}
      position={request.position}
      blockScroll={request.blockScroll}
      closeOnEscape={request.closeOnEscape}
      onClose={onHide}
      actions={
        <>
          <Button
            className={request.rejectClass}
            data-autofocus={rejects || undefined}
            onClick={decide(request.reject)}
          >
            {RejectIcon && <RejectIcon size={18} aria-hidden="true" />}
            {request.rejectLabel ?? texts.no}
          </Button>
          <Button
            variant={request.acceptVariant ?? 'primary'}
            className={request.acceptClass}
            data-autofocus={!rejects || undefined}
            onClick={decide(request.accept)}
          >
            {AcceptIcon && <AcceptIcon size={18} aria-hidden="true" />}
            {request.acceptLabel ?? texts.yes}
          </Button>
        </>
      }
    >
      <div className={styles.message}>
        {Icon && <Icon size={24} aria-hidden="true" />}
        <p>{request.message}</p>
      </div>
    </Dialog>
  );
}
