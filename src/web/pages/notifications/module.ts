import { webModule } from '#web/kit/page/web-module.ts';

export const notifications = webModule({
  pages: [
    { path: '/notifications', file: 'notifications/notifications-page.tsx', title: 'Уведомления', layout: 'dashboard' },
    {
      path: '/notifications/choices',
      file: 'notifications/choices-page.tsx',
      title: 'О чём и куда сообщать',
      layout: 'dashboard',
    },
  ],
});
