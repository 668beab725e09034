import { Landmark } from 'lucide-react';
import { webModule } from '#web/kit/page/web-module.ts';

export const payouts = webModule({
  pages: [
    {
      path: '/dashboard/payouts',
      file: 'payouts/payouts-page.tsx',
      title: 'Выплаты',
      layout: 'dashboard',
      needs: 'payouts.list',
      section: { group: 'work', icon: Landmark },
    },
  ],
});
