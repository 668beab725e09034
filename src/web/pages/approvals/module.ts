import { CheckCheck } from 'lucide-react';
import { webModule } from '#web/kit/page/web-module.ts';

export const approvals = webModule({
  pages: [
    {
      path: '/approvals',
      file: 'approvals/approvals-page.tsx',
      title: 'Решения вдвоём',
      layout: 'dashboard',
      needs: 'approvals.list',
      section: { group: 'work', icon: CheckCheck },
    },
  ],
});
