import { hasToken } from '#web/kit/page/path-rules.ts';
import { webModule } from '#web/kit/page/web-module.ts';

export const auth = webModule({
  pages: [
    { path: '/signin', file: 'auth/sign-in-page.tsx', title: 'Вход', open: true },
    { path: '/signup', file: 'auth/sign-up-page.tsx', title: 'Регистрация', open: true },
    {
      path: '/signup/individual/$token',
      file: 'auth/confirm-individual-page.tsx',
      title: 'Подтверждение почты',
      open: true,
      isValid: hasToken,
    },
    {
      path: '/signup/employee/$token',
      file: 'auth/confirm-employee-page.tsx',
      title: 'Подтверждение почты',
      open: true,
      isValid: hasToken,
    },
    { path: '/restore/$token', file: 'auth/restore-page.tsx', title: 'Новый пароль', open: true, isValid: hasToken },
  ],
});
