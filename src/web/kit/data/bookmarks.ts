import type { AnyRequest, Operation } from '#contract/kernel/op.ts';
import { bookmarkHeader, noBookmark, PageBookmarks } from '#contract/kernel/page-bookmarks.ts';
import { onAccountChange } from './account-change.ts';

/** Lists of which this tab remembers where it was; the one read longest ago is forgotten. */
const mostReadings = 50;

/** By what was asked but the page. Another tab has its own, so neither disturbs the other. */
const readings = new Map<string, PageBookmarks<string>>();
onAccountChange(() => readings.clear());

/** What is told with the question for a page of a list, and what is done with its answer. */
interface Reading {
  headers: Record<string, string>;
  onAnswer: (given: Headers) => void;
}

const nothing: Reading = { headers: {}, onAnswer: () => undefined };

/** The reading that a question belongs to. Where it asks for no page of a list nothing is told and nothing kept. */
export function readingOf(
  { code, def }: Operation,
  { params, query = {} }: Pick<AnyRequest, 'params' | 'query'>,
): Reading {
  if (!def.query || !('page' in def.query.shape)) return nothing;
  const { page: asked, ...rest } = query;
  const page = Number(asked ?? 1);
  const name = JSON.stringify([code, params, rest]);
  const bookmarks = readings.get(name) ?? new PageBookmarks<string>();
  readings.delete(name);
  readings.set(name, bookmarks);
  if (readings.size > mostReadings) readings.delete(readings.keys().next().value!);
  return {
    headers: { [bookmarkHeader]: bookmarks.forPage(page) ?? noBookmark },
    onAnswer(given) {
      const bookmark = given.get(bookmarkHeader);
      if (bookmark) bookmarks.keep(page, bookmark);
    },
  };
}
