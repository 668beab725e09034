import { Terminal } from 'lucide-react';
import { webModule } from '#web/kit/page/web-module.ts';

export const debug = webModule({
  pages: [
    {
      path: '/log',
      file: 'debug/log-page.tsx',
      title: 'Журнал приложения',
      layout: 'dashboard',
      needs: 'debug.log',
      section: { group: 'administration', icon: Terminal },
    },
  ],
});
