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
  ],
});
