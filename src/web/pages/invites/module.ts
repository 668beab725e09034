import { Mail } from 'lucide-react';
import { webModule } from '#web/kit/page/web-module.ts';

export const invites = webModule({
  pages: [
    {
      path: '/dashboard/old/invites',
      file: 'invites/invites-page.tsx',
      title: 'Приглашения',
      layout: 'dashboard',
      needs: 'auth.registrationTokens',
      section: { group: 'administration', icon: Mail },
    },
  ],
});
