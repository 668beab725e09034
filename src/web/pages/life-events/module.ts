import { LifeBuoy } from 'lucide-react';
import { webModule } from '#web/kit/page/web-module.ts';

export const lifeEvents = webModule({
  pages: [
    {
      path: '/dashboard/life-events',
      file: 'life-events/own-life-page.tsx',
      title: 'Обстоятельства',
      layout: 'dashboard',
      needs: 'life-events.enterByDebtor',
      section: { group: 'work', icon: LifeBuoy },
    },
  ],
});
