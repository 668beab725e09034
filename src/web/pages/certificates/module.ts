import { FileCheck } from 'lucide-react';
import { webModule } from '#web/kit/page/web-module.ts';

export const certificates = webModule({
  pages: [
    {
      path: '/dashboard/certificates',
      file: 'certificates/certificates-page.tsx',
      title: 'Справки',
      layout: 'dashboard',
      needs: 'certificates.list',
      section: { group: 'work', icon: FileCheck },
    },
  ],
});
