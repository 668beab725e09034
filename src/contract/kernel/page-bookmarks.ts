/**
 * The header in which the answer of a list says where its page stands, and in which whoever reads on tells it again. It stands
 * apart from the schemas, so that pages may load it alone.
 */
export const bookmarkHeader = 'page-bookmark';
/** What a reader tells who keeps bookmarks himself and has none for the page that he asks for. */
export const noBookmark = 'none';

/** After so long, in milliseconds, a reader has gone on to something else and gets the pages as they are by then. */
export const bookmarkLifeMs = 300_000;
/** Pages kept of one reading; the one read longest ago is forgotten. */
const mostPages = 500;

/** The bookmarks of one reading of a list: by one of them the next page is found (docs/decisions/0118). */
export class PageBookmarks<Bookmark> {
  readonly #pages = new Map<number, Bookmark>();
  #last = 0;
  #until = 0;

  /**
   * The bookmark from which a page is found. Whoever turns a leaf goes on from the page before him; whoever comes back to a
   * page finds it where he has left it; one that he has not had goes on from the page beside it. The first page is looked
   * for from nowhere, unless he comes to it backwards.
   */
  forPage(page: number): Bookmark | undefined {
    if (this.#until < Date.now()) this.#pages.clear();
    const isTurned = Math.abs(page - this.#last) === 1;
    if (page === 1) return isTurned ? this.#pages.get(2) : undefined;
    const wanted = [...(isTurned ? [this.#last] : []), page, page - 1, page + 1];
    return this.#pages.get(wanted.find((one) => this.#pages.has(one)) ?? 0);
  }

  /** Keeps the bookmark of a page that has been read. One without rows has none. */
  keep(page: number, bookmark: Bookmark): void {
    this.#pages.delete(page);
    this.#pages.set(page, bookmark);
    this.#last = page;
    this.#until = Date.now() + bookmarkLifeMs;
    if (this.#pages.size > mostPages) this.#pages.delete(this.#pages.keys().next().value!);
  }
}
