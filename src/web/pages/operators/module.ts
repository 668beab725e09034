import { Headset } from 'lucide-react';
import { webModule } from '#web/kit/page/web-module.ts';

export const operators = webModule({
  pages: [
    {
      path: '/dashboard/old/operators',
      file: 'operators/operators-page.tsx',
      title: 'Операторы',
      layout: 'dashboard',
      needs: 'operators.list',
      section: { group: 'administration', icon: Headset },
    },
  ],
});
