import { Moon, Sun } from 'lucide-react';
import { texts } from '#web/kit/texts.ts';
import { Button } from '#web/ui/button.tsx';
import { chooseTheme, useTheme } from '#web/ui/theme-choice.ts';

/** Turns the lights on and off. */
export function ThemeButton() {
  const isDark = useTheme() === 'dark';
  const name = isDark ? texts.frame.light : texts.frame.dark;
  const Icon = isDark ? Sun : Moon;
  return (
    <Button variant="quiet" icon aria-label={name} title={name} onClick={() => chooseTheme(isDark ? 'light' : 'dark')}>
      <Icon size={20} aria-hidden="true" />
    </Button>
  );
}
