import { Files } from 'lucide-react';
import { webModule } from '#web/kit/page/web-module.ts';

export const ownFiles = webModule({
  pages: [
    {
      path: '/dashboard/files',
      file: 'own-files/own-files-page.tsx',
      title: 'Документы',
      layout: 'dashboard',
      needs: 'individuals.applyForVerification',
      section: { group: 'work', icon: Files },
    },
  ],
});
