import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { press } from '../helpers/acts.ts';
import { flawsOf } from '../helpers/looks.ts';
import { openScenario } from '../helpers/scenario.ts';

const scenario = openScenario();
const phone = { viewport: { width: 390, height: 844 } };

/** A wide picture: red at the left, green in the middle, blue at the right. */
async function tricolour(): Promise<Buffer> {
  const band = (background: string, left: number) => ({
    input: { create: { width: 200, height: 300, channels: 3 as const, background } },
    left,
    top: 0,
  });
  const ground = sharp({ create: { width: 600, height: 300, channels: 3, background: '#000' } });
  return ground
    .composite([band('#f00', 0), band('#0f0', 200), band('#00f', 400)])
    .png()
    .toBuffer();
}

const choose = async (page: Page): Promise<void> =>
  page
    .getByLabel('Фото', { exact: true })
    .setInputFiles({ name: 'я.png', mimeType: 'image/png', buffer: await tricolour() });

const isShown = (picture: Locator): Promise<boolean> =>
  picture.evaluate((img) => (img as HTMLImageElement).complete && (img as HTMLImageElement).naturalWidth === 256);
const inBar = (page: Page): Locator => page.getByRole('banner').locator('img');

/** The colour in the middle of the photo that the server keeps. */
async function middleOf(page: Page, url: string): Promise<number[]> {
  const picture = await (await page.request.get(url)).body();
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true });
  const at = (128 * info.width + 128) * info.channels;
  return [...data.subarray(at, at + 3)].map((part) => Math.round(part / 255));
}

test('a person puts a photo from a phone: cuts it with the keyboard, sees it above, takes it away', async () => {
  const me = await scenario.testApp.individual({ lastName: 'Иванов', firstName: 'Пётр' });
  const { page } = await scenario.enter(me, '/profile', phone);
  await page.getByRole('banner').locator('[data-initials="ИП"]').waitFor();
  expect(await flawsOf(page)).toEqual([]);
  await choose(page);
  const dialog = page.getByRole('dialog', { name: 'Что будет видно' });
  const area = dialog.getByLabel('Видимая часть: стрелки передвигают её');
  await area.waitFor();
  expect(await flawsOf(page)).toEqual([]);
  await area.focus();
  for (let pressed = 0; pressed < 40; pressed++) await page.keyboard.press('Control+ArrowRight');
  await press(dialog, 'Сохранить');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => isShown(inBar(page))).toBe(true);
  const { avatarUrl } = (await me.client.get('/api/auth/me')).body;
  expect(await middleOf(page, avatarUrl)).toEqual([0, 0, 1]);
  expect(await flawsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Удалить фото' }).click();
  await press(page.getByRole('alertdialog'), 'Удалить фото');
  await page.getByRole('banner').locator('[data-initials="ИП"]').waitFor();
  expect(await flawsOf(page)).toEqual([]);
});

test('what is no picture is told in the dialog, and nothing is sent', async () => {
  const { page } = await scenario.enter(await scenario.testApp.operator('observer'), '/profile');
  const file = { name: 'я.png', mimeType: 'image/png', buffer: Buffer.from('<html></html>') };
  await page.getByLabel('Фото', { exact: true }).setInputFiles(file);
  const dialog = page.getByRole('dialog', { name: 'Что будет видно' });
  await dialog.getByText('Эту картинку не удалось открыть: возьмите другую').waitFor();
  expect(await dialog.getByRole('button', { name: 'Сохранить' }).isDisabled()).toBe(true);
});

test('a manager sees the photo on the card and takes an improper one away', async () => {
  const { client, individualId } = await scenario.testApp.individual({ lastName: 'Петров' });
  const form = new FormData();
  form.set('file', new File([new Uint8Array(await tricolour())], 'я.png'));
  await client.send('PUT', `/api/individuals/${individualId}/avatar`, form);
  const { page } = await scenario.enter(await scenario.testApp.operator('manager'), `/individual-${individualId}`);
  await page.getByRole('button', { name: /^Посмотреть фото: Петров/ }).click();
  const dialog = page.getByRole('dialog');
  await expect.poll(() => isShown(dialog.getByRole('img'))).toBe(true);
  expect(await flawsOf(page)).toEqual([]);
  await press(dialog, 'Удалить фото');
  await press(page.getByRole('alertdialog'), 'Удалить фото');
  await page.getByRole('button', { name: /^Посмотреть фото/ }).waitFor({ state: 'detached' });
  expect((await client.get('/api/auth/me')).body.avatarUrl).toBeNull();
});
