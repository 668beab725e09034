import { webModule } from '#web/kit/page/web-module.ts';

export const publicDocuments = webModule({
  pages: [
    { path: '/privacy', file: 'public-documents/privacy-page.tsx', title: 'Персональные данные', open: true },
    { path: '/terms', file: 'public-documents/terms-page.tsx', title: 'Пользовательское соглашение', open: true },
  ],
});
