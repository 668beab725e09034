import { Settings } from 'lucide-react';
import { webModule } from '#web/kit/page/web-module.ts';

export const settings = webModule({
  pages: [
    {
      path: '/settings',
      file: 'settings/settings-page.tsx',
      title: 'Настройки площадки',
      layout: 'dashboard',
      needs: 'settings.get',
      section: { group: 'administration', icon: Settings },
    },
  ],
});
