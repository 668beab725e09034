import type { App } from '../app.ts';

/** What is above every page of a demonstration that is open to the network; nothing anywhere else. */
export const openNotice = ({ config }: App): string =>
  config.demoOpen
    ? '<aside class="demo-open" aria-label="О демонстрации">Это демонстрация, открытая сети: пароли и письма здесь видны всем. Не вводите настоящих данных.</aside>'
    : '';
