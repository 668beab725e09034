import type { Page } from 'playwright-core';
import type { Signed } from '#test/helpers/boot.ts';
import { heading } from './acts.ts';
import { accessibilityFindings } from './browser.ts';
import type { Scenario } from './scenario.ts';

export const devices = [
  { device: 'phone', width: 390, height: 844 },
  { device: 'desk', width: 1280, height: 800 },
];
export const themes = ['light', 'dark'] as const;

/** A usual run lets axe judge each width once and each theme once; LOOKS=1 lets it judge every pair. */
const isJudged = (device: string, theme: string): boolean =>
  Boolean(process.env['LOOKS']) || (device === 'phone') === (theme === 'light');

/** What is wrong with the open page on each device in each theme: findings of axe, and whether it sticks out sideways. */
export async function flawsOf(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const { device, width, height } of devices) {
    await page.setViewportSize({ width, height });
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme });
      await page.locator(`html[data-theme=${theme}]`).waitFor();
      const findings = isJudged(device, theme) ? await accessibilityFindings(page) : [];
      const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (excess > 0) findings.push(`wider than the screen by ${excess}`);
      found.push(...findings.map((finding) => `${device}, ${theme}: ${finding}`));
    }
  }
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
