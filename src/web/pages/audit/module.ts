import { ScrollText, ShieldAlert } from 'lucide-react';
import { webModule } from '#web/kit/page/web-module.ts';

export const audit = webModule({
  pages: [
    {
      path: '/dashboard/logs',
      file: 'audit/audit-page.tsx',
      title: 'Журнал действий',
      layout: 'dashboard',
      needs: 'audit.list',
      section: { group: 'administration', icon: ScrollText },
    },
    {
      path: '/security-events',
      file: 'audit/security-page.tsx',
      title: 'События безопасности',
      layout: 'dashboard',
      needs: 'security-events.list',
      section: { group: 'administration', icon: ShieldAlert },
    },
  ],
});
