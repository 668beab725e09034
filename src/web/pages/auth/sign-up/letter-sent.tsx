import type { ReactNode } from 'react';
import { system } from '#contract/platform/system.ts';
import { useRead } from '#web/kit/data/query.ts';
import { Notice } from '#web/ui/display/notice.tsx';
import { ButtonLink } from '#web/ui/link.tsx';
import { Narrow } from '../narrow.tsx';
import { texts } from '../texts.ts';

/** A letter is on its way; in the demonstration it lands in a mailbox of its own. */
export function LetterSent({ message, children }: { message: string; children?: ReactNode }) {
  const { data: about } = useRead(system.about);
  return (
    <Narrow title={texts.sent.title}>
      <Notice tone="success">{message}</Notice>
      {about?.mailbox && (
        <ButtonLink to="/mailbox" variant="primary" large>
          {texts.sent.mailbox}
        </ButtonLink>
      )}
      {children}
    </Narrow>
  );
}
