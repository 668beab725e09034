import { Scale } from 'lucide-react';
import { webModule } from '#web/kit/page/web-module.ts';

export const reconciliation = webModule({
  pages: [
    {
      path: '/reconciliation',
      file: 'reconciliation/reconciliation-page.tsx',
      title: 'Сверка с партнёром',
      layout: 'dashboard',
      needs: 'reconciliation.differences',
      section: { group: 'work', icon: Scale },
    },
  ],
});
