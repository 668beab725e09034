import { webModule } from '#web/kit/page/web-module.ts';

export const accounts = webModule({
  pages: [{ path: '/profile', file: 'accounts/profile-page.tsx', title: 'Профиль', layout: 'dashboard' }],
});
