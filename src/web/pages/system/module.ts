import { webModule } from '#web/kit/page/web-module.ts';

export const system = webModule({
  pages: [{ path: '/mailbox', file: 'system/mailbox-page.tsx', title: 'Почтовый ящик', open: true }],
});
