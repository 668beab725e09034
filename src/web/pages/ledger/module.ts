import { BookOpenText } from 'lucide-react';
import { webModule } from '#web/kit/page/web-module.ts';

export const ledger = webModule({
  pages: [
    {
      path: '/ledger',
      file: 'ledger/ledger-page.tsx',
      title: 'Книга проводок',
      layout: 'dashboard',
      needs: 'ledger.lines',
      section: { group: 'work', icon: BookOpenText },
    },
  ],
});
