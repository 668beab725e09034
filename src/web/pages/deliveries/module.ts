import { Send } from 'lucide-react';
import { webModule } from '#web/kit/page/web-module.ts';

export const deliveries = webModule({
  pages: [
    {
      path: '/deliveries',
      file: 'deliveries/deliveries-page.tsx',
      title: 'Отправленные уведомления',
      layout: 'dashboard',
      needs: 'deliveries.list',
      section: { group: 'administration', icon: Send },
    },
  ],
});
