import { MessageSquareWarning } from 'lucide-react';
import { webModule } from '#web/kit/page/web-module.ts';

export const complaints = webModule({
  pages: [
    {
      path: '/complaints',
      file: 'complaints/complaints-page.tsx',
      title: 'Жалобы',
      layout: 'dashboard',
      needs: 'complaints.list',
      section: { group: 'work', icon: MessageSquareWarning },
    },
    {
      path: '/complaints/own',
      file: 'complaints/own-page.tsx',
      title: 'Мои жалобы',
      layout: 'dashboard',
      needs: 'complaints.own',
      section: { group: 'work', icon: MessageSquareWarning, menu: 'nobody' },
    },
  ],
});
