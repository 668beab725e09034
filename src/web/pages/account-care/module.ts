import { KeyRound, UserCog } from 'lucide-react';
import { webModule } from '#web/kit/page/web-module.ts';

export const accountCare = webModule({
  pages: [
    {
      path: '/dashboard/old/individuals',
      file: 'account-care/individual-accounts-page.tsx',
      title: 'Учётные записи физлиц',
      layout: 'dashboard',
      needs: 'account-care.list',
      section: { group: 'administration', icon: UserCog },
    },
    {
      path: '/dashboard/old/legal-entities',
      file: 'account-care/employee-accounts-page.tsx',
      title: 'Учётные записи юрлиц',
      layout: 'dashboard',
      needs: 'account-care.list',
      section: { group: 'administration', icon: KeyRound },
    },
  ],
});
