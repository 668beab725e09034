import { PhoneCall } from 'lucide-react';
import { webModule } from '#web/kit/page/web-module.ts';

export const contacts = webModule({
  pages: [
    {
      path: '/dashboard/contacts',
      file: 'contacts/contacts-page.tsx',
      title: 'Журнал контактов',
      layout: 'dashboard',
      needs: 'contacts.list',
      section: { group: 'work', icon: PhoneCall },
    },
  ],
});
