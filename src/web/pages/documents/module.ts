import { hasCode } from '#web/kit/page/path-rules.ts';
import { webModule } from '#web/kit/page/web-module.ts';

export const documents = webModule({
  pages: [
    {
      path: '/verify/$code',
      file: 'documents/verify-page.tsx',
      title: 'Проверка документа',
      open: true,
      isValid: hasCode,
    },
  ],
});
