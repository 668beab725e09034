import type { Page } from 'playwright-core';
import type { Signed } from '#test/helpers/boot.ts';
import { letterTo } from '#test/helpers/mail/letters.ts';
import type { Scenario } from './scenario.ts';

type Person = Pick<Signed, 'email'>;

/** The code of the newest letter to somebody. */
export async function codeOf({ testApp }: Scenario, { email }: Person): Promise<string> {
  const { text } = await letterTo(testApp, email);
  return /: (\d{6})$/m.exec(text)![1]!;
}

/** Types the code of the letter into the dialog and signs with Enter. */
export async function sign(scenario: Scenario, page: Page, who: Person): Promise<void> {
  const code = page.getByRole('dialog').getByLabel('Код из письма');
  await code.waitFor();
  await code.fill(await codeOf(scenario, who));
  await page.keyboard.press('Enter');
}

/** The same in a form that sends the code only when it is asked to. */
export async function enterCode(scenario: Scenario, page: Page, who: Person): Promise<void> {
  const ask = page.getByRole('dialog').getByRole('button', { name: 'Получить код' });
  if (await ask.isVisible()) await ask.click();
  await sign(scenario, page, who);
}
