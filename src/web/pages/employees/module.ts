import { BriefcaseBusiness } from 'lucide-react';
import { webModule } from '#web/kit/page/web-module.ts';

export const employees = webModule({
  pages: [
    {
      path: '/dashboard/old/employees',
      file: 'employees/employees-page.tsx',
      title: 'Сотрудники',
      layout: 'dashboard',
      needs: 'employees.list',
      section: { group: 'administration', icon: BriefcaseBusiness },
    },
  ],
});
