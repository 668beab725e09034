import type { Page } from 'playwright-core';
import type { Signed } from '#test/helpers/boot.ts';
import { heading } from './acts.ts';
import { accessibilityFindings, type Judged } from './browser.ts';
import type { Scenario } from './scenario.ts';

export const devices = [
  { device: 'phone', width: 390, height: 844 },
  { device: 'desk', width: 1280, height: 800 },
] as const;
export const themes = ['light', 'dark'] as const;

type Device = (typeof devices)[number];
type Theme = (typeof themes)[number];

/** One look at a page, and what axe judges in it. */
type Look = Device & { theme: Theme; judged: Judged };

/**
 * A usual run sees each page on both devices and in both themes: everything is judged in one view, the colours in the other.
 * Which view it is goes by the length of the address, so that all four are seen. With LOOKS=1 everything is judged in each of the four.
 */
export function looksAt(address: string): Look[] {
  if (process.env['LOOKS'])
    return devices.flatMap((device) => themes.map((theme) => ({ ...device, theme, judged: 'everything' as const })));
  const turn = address.length % 4;
  return devices.map((device, index) => ({
    ...device,
    theme: themes[turn < 2 ? index : 1 - index]!,
    judged: index === turn % 2 ? 'everything' : 'colours',
  }));
}

/** What is wrong with the open page on each device, by day and by night: findings of axe, and whether it sticks out sideways. */
export async function flawsOf(page: Page): Promise<string[]> {
  const found: string[] = [];
  const { pathname, search } = new URL(page.url());
  // First on the device that the page is on: what is laid out already need not be laid out anew.
  const before = page.viewportSize()!;
  const looks = looksAt(pathname + search).toSorted(
    (one, other) => Math.abs(one.width - before.width) - Math.abs(other.width - before.width),
  );
  for (const { device, width, height, theme, judged } of looks) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: theme });
    await page.locator(`html[data-theme=${theme}]`).waitFor();
    const findings = await accessibilityFindings(page, judged);
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (excess > 0) findings.push(`wider than the screen by ${excess}`);
    found.push(...findings.map((finding) => `${device}, ${theme}: ${finding}`));
  }
  // Whoever has asked goes on where he was.
  await page.setViewportSize(before);
  return found;
}

/** The same of several pages that somebody opens one after another, each known by its heading. */
export async function flawsOfPages(
  scenario: Scenario,
  who: Signed,
  pages: readonly (readonly [path: string, title: string | RegExp])[],
): Promise<string[]> {
  const visitor = await scenario.enter(who);
  const found: string[] = [];
  for (const [path, title] of pages) {
    await visitor.page.goto(path);
    await heading(visitor.page, title);
    await visitor.page.waitForLoadState('networkidle');
    found.push(...(await flawsOf(visitor.page)).map((finding) => `${path}: ${finding}`));
  }
  await visitor.leave();
  return found;
}
