import { useRouter } from '@tanstack/react-router';
import { CircleUser, Keyboard, LogOut, type LucideIcon, SunMoon } from 'lucide-react';
import { hasWords } from '#domain/values/text/plain-words.ts';
import { unlessUnsaved } from '#web/kit/form/unless-unsaved.ts';
import { useSections } from '#web/kit/page/sections.ts';
import { frameTexts } from '#web/kit/page/texts.ts';
import type { SearchHit } from '#web/kit/page/web-module.ts';
import { type Me, signOut, useMe } from '#web/kit/session/session.ts';
import { texts } from '#web/kit/texts.ts';
import { chooseTheme, useTheme } from '#web/ui/theme-choice.ts';
import { searchKinds } from '../modules.ts';
import { recentHits, rememberHit } from './recent.ts';

/** One line of the palette. */
export interface Entry {
  id: string;
  title: string;
  detail?: string;
  icon: LucideIcon;
  run: () => void;
}
export interface EntryGroup {
  title: string;
  entries: readonly Entry[];
}

const t = frameTexts.palette;

/** What the palette offers for these words; without words everything it has, and what was opened last. */
export function useEntries(words: string, hits: readonly SearchHit[], onKeys: () => void): readonly EntryGroup[] {
  const { history } = useRouter();
  const me = useMe();
  const open = (path: string) => history.push(path);
  const objects = (words === '' ? recentHits() : hits).map((one) => objectEntry(one, me, open));
  const groups: EntryGroup[] = [
    { title: words === '' ? t.recent : t.found, entries: objects },
    { title: t.sections, entries: useSectionEntries(open).filter(({ title }) => hasWords(title, words)) },
    { title: t.actions, entries: useActions(open, onKeys).filter(({ title }) => hasWords(title, words)) },
  ];
  return groups.filter(({ entries }) => entries.length > 0);
}

function objectEntry(hit: SearchHit, me: Me | undefined, open: (path: string) => void): Entry {
  const { kind, id, title, detail } = hit;
  const { icon, addressOf } = searchKinds.find((one) => one.kind === kind)!;
  return {
    id: `${kind}-${id}`,
    title,
    detail,
    icon,
    run: () => {
      rememberHit(hit);
      open(addressOf(hit, me));
    },
  };
}

const useSectionEntries = (open: (path: string) => void): Entry[] =>
  useSections().map(({ to, title, icon }) => ({ id: to, title, icon, run: () => open(to) }));

function useActions(open: (path: string) => void, onKeys: () => void): Entry[] {
  const isDark = useTheme() === 'dark';
  return [
    {
      id: 'theme',
      title: isDark ? texts.frame.light : texts.frame.dark,
      icon: SunMoon,
      run: () => chooseTheme(isDark ? 'light' : 'dark'),
    },
    { id: 'profile', title: frameTexts.profile, icon: CircleUser, run: () => open('/profile') },
    { id: 'keys', title: frameTexts.keyList, icon: Keyboard, run: onKeys },
    {
      id: 'sign-out',
      title: frameTexts.signOut,
      icon: LogOut,
      run: () => unlessUnsaved(() => void signOut().catch(() => {})),
    },
  ];
}
