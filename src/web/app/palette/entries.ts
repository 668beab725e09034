import { useRouter } from '@tanstack/react-router';
import { CircleUser, Keyboard, ListFilter, LogOut, type LucideIcon, SunMoon } from 'lucide-react';
import { MOST_FOUND } from '#contract/platform/search.ts';
import { hasWords } from '#domain/values/text/plain-words.ts';
import { unlessUnsaved } from '#web/kit/form/unless-unsaved.ts';
import { useSections } from '#web/kit/page/sections.ts';
import { frameTexts } from '#web/kit/page/texts.ts';
import type { Finds, SearchHit } from '#web/kit/page/web-module.ts';
import { mayAsk } from '#web/kit/session/access.ts';
import { type Me, signOut, useMe } from '#web/kit/session/session.ts';
import { texts } from '#web/kit/texts.ts';
import { chooseTheme, useTheme } from '#web/ui/theme-choice.ts';
import { declaredPages, searchKinds } from '../modules.ts';
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
  const objects = (some: readonly SearchHit[]) => some.map((one) => objectEntry(one, me, open));
  const found = searchKinds.map((kind) => {
    const ofKind = hits.filter((hit) => hit.kind === kind.kind);
    const all = ofKind.length < MOST_FOUND ? [] : listEntries(kind, words, me, open);
    return { title: kind.group, entries: [...objects(ofKind), ...all] };
  });
  const groups: EntryGroup[] = [
    ...(words === '' ? [{ title: t.recent, entries: objects(recentHits()) }] : found),
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

/** The way to the whole list, with the same words in its search; a debtor's lists have none, for they are short. */
function listEntries({ kind, list }: Finds, words: string, me: Me | undefined, open: (path: string) => void): Entry[] {
  const page = declaredPages.find(({ path }) => path === list);
  if (!page?.needs || me?.kind === 'individual' || !mayAsk(page.needs, me)) return [];
  const run = () => open(`${page.path}?${new URLSearchParams({ q: words })}`);
  return [{ id: `all-${kind}`, title: t.all(page.title), icon: ListFilter, run }];
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
