import { Percent } from 'lucide-react';
import { webModule } from '#web/kit/page/web-module.ts';

/** Tariffs are among the references and, as the specification has it, among the old pages. */
export const tariffs = webModule({
  pages: [
    {
      path: '/references/tariffs',
      file: 'tariffs/tariffs-page.tsx',
      title: 'Тарифы',
      layout: 'dashboard',
      needs: 'tariffs.list',
      section: { group: 'references', icon: Percent },
    },
    {
      path: '/dashboard/old/tariffs',
      file: 'tariffs/tariffs-page.tsx',
      title: 'Тарифы',
      layout: 'dashboard',
      needs: 'tariffs.list',
    },
  ],
});
