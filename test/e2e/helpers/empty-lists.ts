import type { Page } from 'playwright-core';

/** What is seen on a page whose lists have no row. */
export interface Looked {
  /** What was read and came without an item, by its whole address. */
  empty: string[];
  /** What the page says, in lines. */
  lines: string[];
  /** Where its tabs lead. */
  tabs: string[];
  /** Whether its list can be searched or filtered. */
  isNarrowable: boolean;
}

declare global {
  interface Window {
    /** Questions on their way, and the addresses of those whose answer held no item. */
    asked?: { underWay: number; empty: string[] };
  }
}

/**
 * Takes all rows out of what a page is answered, as if nobody had done anything yet.
 * @returns goes to an address without loading the application anew, and tells what is there when all has come
 */
export async function openWithEmptyLists(page: Page): Promise<(address: string) => Promise<Looked>> {
  await page.addInitScript(() => {
    const asked = { underWay: 0, empty: [] as string[] };
    window.asked = asked;
    const ask = window.fetch.bind(window);
    window.fetch = async (input, init) => {
      asked.underWay++;
      try {
        const answer = await ask(input, init);
        if (!answer.headers.get('content-type')?.includes('json') || !answer.ok) return answer;
        const body = await answer.json();
        const isPage = Array.isArray(body.items) && 'more' in body;
        const told = isPage ? { ...body, items: [], total: 0, more: false } : body;
        if (told.items?.length === 0) asked.empty.push(answer.url);
        return new Response(JSON.stringify(told), { status: answer.status, headers: answer.headers });
      } finally {
        asked.underWay--;
      }
    };
  });
  await page.reload();
  return async (address) => {
    await page.evaluate((next) => {
      window.asked!.empty = [];
      // Until another page is drawn its heading is that of the one before, and until another tab is, the former one is open.
      const { pathname, searchParams } = new URL(next, location.href);
      const isOtherTab = searchParams.get('tab') !== new URLSearchParams(location.search).get('tab');
      const former = pathname !== location.pathname ? 'main h1' : isOtherTab && 'main nav a[aria-current=page]';
      const left = former && document.querySelector(former);
      // Which link is current the router says at once; which tab is open its class says.
      if (left) left.setAttribute('data-left', left.className);
      history.pushState(null, '', next);
      dispatchEvent(new PopStateEvent('popstate'));
    }, address);
    return page.evaluate(async () => {
      const isBusy = (): boolean =>
        window.asked!.underWay > 0 ||
        document.querySelector('main h1, main h2') === null ||
        document.querySelector('main [aria-busy=true]') !== null ||
        [...document.querySelectorAll<HTMLElement>('main [role=status]')].some(({ innerText }) =>
          innerText.startsWith('Загру'),
        );
      const leftTab = document.querySelector('main nav a[data-left]');
      const isFormerTab = (): boolean => leftTab !== null && leftTab.className === leftTab.getAttribute('data-left');
      // Some addresses lead back to the page that was there.
      const isLeft = (): boolean => document.querySelector('main h1[data-left]') !== null;
      const isUnderWay = (tries: number): boolean => isBusy() || isFormerTab() || (isLeft() && tries < 150);
      for (let [quiet, tries] = [0, 0]; quiet < 3; quiet = isUnderWay(tries) ? 0 : quiet + 1) {
        if (tries++ > 1_000) throw new Error(`${location.pathname} does not come to rest`);
        // A page that is busy drawing is not at rest either, however slow its machine is.
        await new Promise((resolve) => {
          setTimeout(() => requestIdleCallback(resolve), 20);
        });
      }
      leftTab?.removeAttribute('data-left');
      const main = document.querySelector('main')!;
      return {
        empty: window.asked!.empty,
        lines: main.innerText.split('\n').filter((line) => line.trim() !== ''),
        tabs: [...main.querySelectorAll<HTMLAnchorElement>('nav a')].map(({ pathname, search }) => pathname + search),
        isNarrowable: main.querySelector('[type=search]') !== null || main.innerText.includes('Ещё фильтры'),
      };
    });
  };
}
