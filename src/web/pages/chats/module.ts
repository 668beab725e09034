import { MessageCircle } from 'lucide-react';
import { hasId } from '#web/kit/page/path-rules.ts';
import { webModule } from '#web/kit/page/web-module.ts';

export const chats = webModule({
  pages: [
    {
      path: '/chats',
      file: 'chats/chats-page.tsx',
      title: 'Сообщения',
      layout: 'dashboard',
      needs: 'chats.list',
      section: { group: 'work', icon: MessageCircle },
    },
    {
      path: '/chat-{$id}',
      file: 'chats/chat-page.tsx',
      title: 'Разговор',
      layout: 'dashboard',
      isValid: hasId,
      needs: 'chats.info',
    },
  ],
});
