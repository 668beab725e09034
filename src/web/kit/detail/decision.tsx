import { type ReactNode, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { detailTexts } from './texts.ts';

/** A yes, or a no with its reason: whoever proposed it should learn why it is not to be. */
export function Decision({
  label,
  maxLength = 1000,
  needReason = detailTexts.needReason,
  renderYes,
  no,
}: {
  /** What the field of the reason is called. */
  label: string;
  maxLength?: number;
  /** What is said when a no comes without a reason. */
  needReason?: string;
  /** The button of the yes, to which a reason may be given too. */
  renderYes: (reason: string | undefined) => ReactNode;
  no: { label: string; busy: boolean; make: (reason: string) => void };
}) {
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const isBlank = reason.trim() === '';
  const refuse = (): void => {
    setMissing(isBlank);
    if (!isBlank) no.make(reason);
  };
  return (
    <div className="stack-tight">
      <TextArea
        label={label}
        value={reason}
        maxLength={maxLength}
        optional
        error={isMissing ? needReason : undefined}
        onChange={({ target }) => setReason(target.value)}
      />
      <div className="row">
        {renderYes(isBlank ? undefined : reason)}
        <Button variant="danger" busy={no.busy} onClick={refuse}>
          {no.label}
        </Button>
      </div>
    </div>
  );
}
