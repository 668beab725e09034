import type { Page } from 'playwright-core';
import { registryColumns } from '#domain/registries/registry-columns.ts';
import type { FileRow } from '#server/demo/registry-generator.ts';
import { inlineRow, makeBook } from '#test/helpers/registry/book.ts';
import { heading, press } from './acts.ts';

/** A workbook of Excel with headings as a creditor writes them. */
export function workbook(rows: readonly FileRow[]): Buffer {
  const { full } = registryColumns;
  const lines = rows.map((row, index) =>
    inlineRow(
      index + 2,
      full.map(({ code }) => row[code] || null),
    ),
  );
  const headings = full.map(({ header, required }) => (required ? `${header}*` : header));
  return makeBook({ rows: [inlineRow(1, headings), ...lines].join('') });
}

/** Chooses a file in the dialog of the upload and sends it. */
export async function send(page: Page, rows: readonly FileRow[], name = 'Реестр ноябрь.xlsx'): Promise<void> {
  await press(page, 'Загрузить реестр');
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  await page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer: workbook(rows) });
  await page.getByText(name).first().waitFor();
}

/** Waits until the file has been judged. */
export const dryRun = (page: Page): Promise<void> =>
  page.getByText('Пробная загрузка: пока ничего не записано.').waitFor();

/** Loads a file of right rows from the list of registries: sends it, looks at the dry run, accepts. */
export async function loadInBrowser(page: Page, rows: readonly FileRow[]): Promise<void> {
  await send(page, rows);
  await press(page, 'Загрузить и проверить');
  await dryRun(page);
  await page.getByRole('button', { name: /^Принять \d+ строк/ }).click();
  await page.getByRole('dialog').getByText('Появится записей').waitFor();
  await press(page, 'Принять');
  await heading(page, 'Что стало с записями');
}
