import type { Page } from 'playwright-core';
import type { Signed } from '../boot.ts';
import { letterTo } from '../letters.ts';
import type { Stage } from './stage.ts';

/** The code of the newest letter to somebody. */
export async function codeOf({ house }: Stage, { email }: Signed): Promise<string> {
  const { text } = await letterTo(house, email);
  return /: (\d{6})$/m.exec(text)![1]!;
}

/** Types the code of the letter into the dialog and signs with Enter. */
export async function sign(stage: Stage, page: Page, who: Signed): Promise<void> {
  const code = page.getByRole('dialog').getByLabel('Код из письма');
  await code.waitFor();
  await code.fill(await codeOf(stage, who));
  await page.keyboard.press('Enter');
}
