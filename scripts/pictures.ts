/** `npm run pictures`: the two pictures of README into docs/pictures, taken from the demonstration. */
import { mkdirSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { inDemonstration } from './demonstration.ts';

const folder = 'docs/pictures';

interface Picture {
  file: string;
  /** Who looks, as the sign-in page calls him. */
  who: string;
  width: number;
  height: number;
  /** Screen pixels in one of the page. */
  scale: number;
  /** From his first page to the one that is taken. */
  open?: (page: Page) => Promise<void>;
}

const pictures: readonly Picture[] = [
  {
    file: 'creditor.png',
    who: 'Рустам Абдуллаев',
    width: 1280,
    height: 800,
    scale: 1,
    async open(page) {
      await page.getByRole('link', { name: 'Урегулирования' }).click();
      await page.getByRole('row', { name: 'Петрова' }).filter({ hasText: 'Торги' }).click();
      await page.getByRole('link', { name: 'Открыть карточку' }).click();
      await page.getByText('Ход торгов').waitFor();
    },
  },
  { file: 'debtor.png', who: 'Анна Петрова', width: 390, height: 844, scale: 2 },
];

mkdirSync(folder, { recursive: true });
await inDemonstration(async (browser, url) => {
  for (const picture of pictures) await take(browser, url, picture);
});
console.log(`Картинки: ${pictures.length}, папка ${folder}/`);

async function take(browser: Browser, url: string, { file, who, width, height, scale, open }: Picture): Promise<void> {
  const page = await browser.newPage({
    viewport: { width, height },
    deviceScaleFactor: scale,
    colorScheme: 'light',
    reducedMotion: 'reduce',
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
  });
  await page.goto(`${url}/signin`);
  await page.getByRole('button', { name: who }).click();
  await page.waitForURL('**/dashboard/**');
  await open?.(page);
  await page.waitForLoadState('networkidle');
  // A palette of 256 colours is enough for the screen and a third of the size.
  await sharp(await page.screenshot())
    .png({ palette: true })
    .toFile(`${folder}/${file}`);
  await page.close();
}
