import { HandCoins } from 'lucide-react';
import { webModule } from '#web/kit/page/web-module.ts';

export const forgivenSums = webModule({
  pages: [
    {
      path: '/dashboard/forgiven-sums',
      file: 'forgiven-sums/forgiven-sums-page.tsx',
      title: 'Прощённые суммы',
      layout: 'dashboard',
      needs: 'forgiven-sums.list',
      section: { group: 'work', icon: HandCoins },
    },
  ],
});
