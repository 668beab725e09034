import { system } from '#contract/platform/system.ts';
import { useRead } from '#web/kit/data/query.ts';
import { codeTexts } from './texts.ts';

/** Where the codes of the demonstration are read, letters and SMS; nothing elsewhere. @param withSms an SMS is waited for */
export function MailboxLink({ withSms = false }: { withSms?: boolean }) {
  const { data: about } = useRead(system.about);
  if (!about?.mailbox) return null;
  return (
    <a href="/mailbox" target="_blank" rel="noopener">
      {withSms ? codeTexts.mailboxWithSms : codeTexts.mailbox}
    </a>
  );
}
