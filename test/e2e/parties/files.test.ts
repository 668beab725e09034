import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { smallPaper } from '#test/helpers/files/multipart.ts';
import { press } from '../helpers/acts.ts';
import { flawsOf } from '../helpers/looks.ts';
import { openScenario } from '../helpers/scenario.ts';

const scenario = openScenario({ wholeBrowser: true });
const phone = { viewport: { width: 390, height: 844 } };
const scan = { name: 'скан.pdf', mimeType: 'application/pdf', buffer: Buffer.from(smallPaper) };
const table = { name: 'таблица.pdf', mimeType: 'application/pdf', buffer: Buffer.from('ИНН;Имя') };
/** Any picture will do: one of our own looks. */
const picture = {
  name: 'picture.png',
  mimeType: 'image/png',
  buffer: readFileSync(join(import.meta.dirname, '..', 'pictures', 'dialog-desk-light.png')),
};

const slot = (page: Page, name: string) => page.getByRole('region', { name });

test('a person shows his papers from a phone: what is not one is refused, a picture is looked at', async () => {
  const me = await scenario.testApp.individual();
  const { page } = await scenario.enter(me, `/individual-${me.individualId}?tab=files`, phone);
  const passport = slot(page, 'Паспорт: разворот с фото');
  await passport.getByLabel('Паспорт: разворот с фото', { exact: true }).setInputFiles(table);
  await page.getByText('Подходит PDF или PNG или JPEG, а это другой файл').waitFor();
  await passport.getByLabel('Паспорт: разворот с фото', { exact: true }).setInputFiles(picture);
  await passport.getByText('picture.png').waitFor();
  await passport.getByRole('button', { name: 'Посмотреть' }).click();
  const shown = page.getByRole('dialog').getByRole('img');
  await shown.waitFor();
  await expect.poll(() => shown.evaluate((img) => (img as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
  await page.keyboard.press('Escape');
  expect(await flawsOf(page)).toEqual([]);
  await passport.getByRole('button', { name: 'Удалить' }).click();
  await press(page.getByRole('alertdialog'), 'Удалить');
  await passport.getByText('Не загружен').waitFor();
});

test('a verifier reads the papers of a company and cannot change them', async () => {
  const legalEntityId = await scenario.testApp.company();
  const head = await scenario.testApp.employee({ legalEntityId, role: 'head' });
  const path = `/legal-entity-${legalEntityId}?tab=files`;
  const desk = await scenario.enter(head, path);
  await slot(desk.page, 'Устав').getByLabel('Устав', { exact: true }).setInputFiles(scan);
  await slot(desk.page, 'Устав').getByText('скан.pdf').waitFor();
  await slot(desk.page, 'Доверенности').getByLabel('Доверенности', { exact: true }).setInputFiles(scan);
  await slot(desk.page, 'Доверенности').getByText('скан.pdf').waitFor();
  expect(await flawsOf(desk.page)).toEqual([]);

  const { page } = await scenario.enter(await scenario.testApp.operator('verifier'), path);
  const charter = slot(page, 'Устав');
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    charter.getByRole('button', { name: 'Скачать' }).click(),
  ]);
  expect(saved.suggestedFilename()).toBe('скан.pdf');
  expect(await charter.getByRole('button', { name: /Заменить|Удалить/ }).count()).toBe(0);

  const [answer] = await Promise.all([
    page.waitForResponse(/shown-files/),
    charter.getByRole('button', { name: 'Посмотреть' }).click(),
  ]);
  expect(answer.headers()['content-type']).toBe('application/pdf');
  const dialog = page.getByRole('dialog', { name: 'Устав' });
  await dialog.locator('iframe[title="Устав"]').waitFor();
  expect(await flawsOf(page)).toEqual([]);
});

test('a page in the clothes of a paper is shown as the paper that it is not: nothing in it runs', async () => {
  const me = await scenario.testApp.individual();
  const { page } = await scenario.enter(me, `/individual-${me.individualId}?tab=files`);
  const words: string[] = [];
  page.on('dialog', (said) => {
    words.push(said.message());
    void said.dismiss();
  });
  const both = '%PDF-1.4\n<!doctype html><script>alert(1);parent.document.title="взломано"</script>';
  const passport = slot(page, 'Паспорт: разворот с фото');
  await passport
    .getByLabel('Паспорт: разворот с фото', { exact: true })
    .setInputFiles({ name: 'скан.pdf', mimeType: 'text/html', buffer: Buffer.from(both) });
  await Promise.all([
    page.waitForResponse(/shown-files/),
    passport.getByRole('button', { name: 'Посмотреть' }).click(),
  ]);
  await page.locator('iframe').waitFor();
  await page.waitForTimeout(500);
  expect(words).toEqual([]);
  expect(await page.title()).not.toContain('взломано');
});
