import { makeStore } from './store.ts';

type Theme = 'light' | 'dark';

const yearSeconds = 365 * 24 * 60 * 60;
const painted = makeStore<Theme>('light');

/** The theme that the person chose on this device, otherwise the one of the device. */
function currentTheme(): Theme {
  const chosen = /(?:^|; )theme=(light|dark)/.exec(document.cookie)?.[1] as Theme | undefined;
  return chosen ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
}

function paint(): void {
  document.documentElement.dataset['theme'] = currentTheme();
  painted.set(currentTheme());
}

/** Paints the page in the current theme and follows the device and the other tabs. */
export function startTheme(): void {
  paint();
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', paint);
  document.addEventListener('visibilitychange', paint);
}

/** Keeps the choice on this device, in a cookie: so the server sends the page painted and nothing flashes. */
export function chooseTheme(theme: Theme): void {
  document.cookie = `theme=${theme}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax`;
  paint();
}

/** The current theme, followed as it changes. */
export const useTheme = painted.use;
