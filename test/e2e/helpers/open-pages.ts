import type { Page, Request } from 'playwright-core';

/** The pages that are open in this process, with the requests that have not been answered. */
const openPages = new Map<Page, Set<Request>>();

/** Follows a page until it is closed. */
export function followPage(page: Page): void {
  const underWay = new Set<Request>();
  openPages.set(page, underWay);
  page.on('request', (request) => underWay.add(request));
  const answered = (request: Request) => underWay.delete(request);
  page.on('requestfinished', answered);
  page.on('requestfailed', answered);
  page.on('close', () => openPages.delete(page));
}

/** What stands on the open pages and what they wait for: why a test has waited in vain is seen nowhere else. */
export async function tellOpenPages(): Promise<void> {
  for (const [page, underWay] of openPages) {
    const requests = [...underWay].map((request) => `${request.method()} ${request.url()}`);
    const seen = await page.evaluate(() => {
      const dialog = document.querySelector('dialog[open], [role=dialog], [role=alertdialog]');
      return (dialog as HTMLElement | null)?.innerText || document.body.innerText;
    });
    console.info(
      `Open when the test failed: ${page.url()}\nnot answered: ${requests.join(', ') || 'nothing'}\n${seen}`,
    );
  }
}
