import { webModule } from '#web/kit/page/web-module.ts';

export const home = webModule({
  pages: [{ path: '/', file: 'home/home-page.tsx', title: 'Договоритесь о долге', open: true }],
});
