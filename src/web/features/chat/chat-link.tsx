import type { Href } from '#web/ui/href.ts';
import { ButtonLink } from '#web/ui/link.tsx';
import { type ChatOf, useChatOf } from './chat-of.ts';
import { chatLinkTexts as t } from './link-texts.ts';

/** The way to the talk about a case, from the page of its debtor. */
export function ChatLink({ of }: { of: ChatOf }) {
  const id = useChatOf(of);
  if (id === null) return null;
  return (
    <div>
      <ButtonLink to={`/chat-${id}` as Href}>{t.open}</ButtonLink>
    </div>
  );
}
