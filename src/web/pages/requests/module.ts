import { ClipboardList } from 'lucide-react';
import { hasIds } from '#web/kit/page/path-rules.ts';
import { webModule } from '#web/kit/page/web-module.ts';

export const requests = webModule({
  pages: [
    {
      path: '/dashboard/requests',
      file: 'requests/requests-page.tsx',
      title: 'Заявки',
      titleForIndividual: 'Мои заявки',
      layout: 'dashboard',
      needs: ['requests.ofCompany', 'requests.list'],
      section: { group: 'work', icon: ClipboardList },
    },
    {
      path: '/request-{$key}',
      file: 'requests/request-page.tsx',
      title: 'Заявки',
      titleForIndividual: 'Мои заявки',
      layout: 'dashboard',
      isValid: hasIds(2),
      needs: 'requests.get',
    },
  ],
  finds: [
    {
      kind: 'request',
      group: 'Заявки',
      list: '/dashboard/requests',
      icon: ClipboardList,
      addressOf: ({ within, id }) => `/request-${[...within, id].join('-')}`,
      number: { title: '№\u00a0заявки', needs: ['requests.list', 'requests.ofCompany'] },
    },
  ],
});
