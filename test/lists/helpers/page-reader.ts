import { bookmarkHeader, noBookmark, PageBookmarks } from '#contract/kernel/page-bookmarks.ts';
import type { Client } from '#test/helpers/client.ts';

/** A tab of the browser that reads one list: it keeps bookmarks as `web/kit/data/bookmarks.ts` does. */
export class PageReader {
  readonly #bookmarks = new PageBookmarks<string>();
  readonly #path: string;
  readonly #limit: number;
  readonly #query: string;

  constructor(path: string, limit: number, query = '') {
    this.#path = path;
    this.#limit = limit;
    this.#query = query;
  }

  /** @returns the ids of the rows of a page, as a node answers it */
  async read(node: Client, page: number): Promise<number[]> {
    const told = { [bookmarkHeader]: this.#bookmarks.forPage(page) ?? noBookmark };
    const { status, body, text, headers } = await node.get(
      `${this.#path}?page=${page}&limit=${this.#limit}${this.#query}`,
      told,
    );
    if (status !== 200) throw new Error(`${this.#path}: ${status} ${text}`);
    const given = headers.get(bookmarkHeader);
    if (given) this.#bookmarks.keep(page, given);
    return body.items.map(({ id }: { id: number }) => id);
  }
}
