import { useEffect, useState } from 'react';
import { onAccountChange } from '#web/kit/data/account-change.ts';

const prefix = 'draft of chat ';

// What one person has begun to write is not for the next one.
onAccountChange(() => {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
});

/** What somebody has begun to write in a chat stays while he looks elsewhere, as long as the tab is open. */
export function useDraft(chat: number): [string, (text: string) => void] {
  const [text, setText] = useState(() => sessionStorage.getItem(prefix + chat) ?? '');
  useEffect(() => {
    if (text === '') sessionStorage.removeItem(prefix + chat);
    else sessionStorage.setItem(prefix + chat, text);
  }, [chat, text]);
  return [text, setText];
}
