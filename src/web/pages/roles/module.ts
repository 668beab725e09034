import { ShieldCheck } from 'lucide-react';
import { webModule } from '#web/kit/page/web-module.ts';

export const roles = webModule({
  pages: [
    {
      path: '/roles',
      file: 'roles/roles-page.tsx',
      title: 'Роли и права',
      layout: 'dashboard',
      needs: ['employee-roles.list', 'operator-roles.list'],
      section: { group: 'administration', icon: ShieldCheck },
    },
  ],
});
