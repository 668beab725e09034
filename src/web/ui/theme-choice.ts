import { useSyncExternalStore } from 'react';

export type Theme = 'light' | 'dark';

const key = 'theme';
const system = matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

/** The theme that the person chose on this device, otherwise the one of the device. */
export function currentTheme(): Theme {
  const chosen = localStorage.getItem(key);
  return chosen === 'light' || chosen === 'dark' ? chosen : system.matches ? 'dark' : 'light';
}

/** Paints the page in the current theme. */
export function applyTheme(): void {
  document.documentElement.dataset.theme = currentTheme();
  for (const listener of listeners) listener();
}

/** Keeps the choice of the person on this device. */
export function chooseTheme(theme: Theme): void {
  localStorage.setItem(key, theme);
  applyTheme();
}

system.addEventListener('change', applyTheme);
addEventListener('storage', (event) => {
  if (event.key === key) applyTheme();
});

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The current theme, followed as it changes. */
export const useTheme = (): Theme => useSyncExternalStore(subscribe, currentTheme);
