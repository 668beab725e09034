import { ClipboardList, MessageSquarePlus } from 'lucide-react';
import { hasIds } from '#web/kit/page/path-rules.ts';
import { previewQuery, webModule } from '#web/kit/page/web-module.ts';

export const simpleRequests = webModule({
  pages: [
    {
      path: '/dashboard/simplified-requests',
      file: 'simple-requests/simple-requests-page.tsx',
      title: 'Упрощённые заявки',
      titleForIndividual: 'Спросить кредитора',
      layout: 'dashboard',
      needs: ['simple-requests.ofCompany', 'simple-requests.list'],
      section: { group: 'work', icon: MessageSquarePlus },
    },
    {
      path: '/simplified-request-{$key}',
      file: 'simple-requests/simple-request-page.tsx',
      title: 'Упрощённые заявки',
      titleForIndividual: 'Спросить кредитора',
      layout: 'dashboard',
      isValid: hasIds(2),
      needs: 'simple-requests.get',
    },
  ],
  finds: [
    {
      kind: 'simpleRequest',
      group: 'Упрощённые заявки',
      list: '/dashboard/simplified-requests',
      icon: ClipboardList,
      // Employees see it in their list alone.
      addressOf: ({ within, id, title }, me) =>
        me?.kind === 'employee'
          ? `/dashboard/simplified-requests?${previewQuery(id, title)}`
          : `/simplified-request-${[...within, id].join('-')}`,
    },
  ],
});
