import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Signed } from '#test/helpers/boot.ts';
import { papers } from '#test/helpers/papers.ts';
import { heading, type SignInKind } from '../helpers/acts.ts';
import { flawsOf } from '../helpers/looks.ts';
import { openScenario } from '../helpers/scenario.ts';

const scenario = openScenario();
let company: number;
let person: Signed & { individualId: number };
const people: Partial<Record<SignInKind, Signed>> = {};
beforeAll(async () => {
  company = await scenario.testApp.company({ ogrn: '1027700132195', shortName: 'ООО МКК «Альфа»' });
  person = await scenario.testApp.individual({ inn: '500100732259', phone: '+79161234567' });
  people.Физлицо = person;
  people.Оператор = await scenario.testApp.operator('verifier');
  people.Компания = await scenario.testApp.employee({ legalEntityId: company, role: 'head' });
  await furnish();
});

/** Puts remarks, a proposal and a history on the cards, so that every part of them is on the screen. */
async function furnish(): Promise<void> {
  const path = `/api/individuals/${person.individualId}`;
  const verifier = await scenario.testApp.operator('verifier');
  const manager = await scenario.testApp.operator('manager');
  await person.client.patch(path, { ...papers, version: 1 });
  await person.client.post(`${path}/verification`, { version: 2 });
  const move = (body: object) => ({ reason: 'Номер паспорта не читается', ...body });
  await verifier.client.post(
    `${path}/verification_status`,
    move({ move: 'return', version: 3, remarks: [{ field: 'passport', text: 'Проверьте номер' }] }),
  );
  await manager.client.post(`${path}/verification_status`, move({ move: 'block', version: 4 }));
  await manager.client.post(`/api/legal-entities/${company}/verification_status`, move({ move: 'block', version: 1 }));
}

const open = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click();
/** Every card by who looks at it, its tabs, and what he opens on it. */
const views: [SignInKind, string, ((page: Page) => Promise<void>)?][] = [
  ['Оператор', '/individual-{person}'],
  ['Оператор', '/individual-{person}', open('Изменить данные')],
  ['Оператор', '/individual-{person}', open('Показать')],
  ['Оператор', '/individual-{person}?tab=history'],
  ['Оператор', '/legal-entity-{company}'],
  ['Оператор', '/legal-entity-{company}?tab=representative', open('Указать представителя')],
  ['Оператор', '/legal-entity-{company}?tab=history'],
  ['Физлицо', '/individual-{person}'],
  ['Физлицо', '/individual-{person}', open('Изменить данные')],
  ['Компания', '/legal-entity-{company}', open('Изменить данные')],
  ['Компания', '/legal-entity-{company}?tab=employees'],
  ['Компания', '/legal-entity-{company}?tab=employees', open('Пригласить')],
];

describe.each(['Оператор', 'Физлицо', 'Компания'] as const)('%s', (who) => {
  test('finds every card accessible and within the screen, on a phone and at a desk, by day and by night', async () => {
    const visitor = await scenario.enter(people[who]!);
    const { page } = visitor;
    const found: string[] = [];
    for (const [, path, act] of views.filter(([viewer]) => viewer === who)) {
      await page.goto(path.replace('{person}', String(person.individualId)).replace('{company}', String(company)));
      await heading(page, /Иванов|Альфа/);
      await act?.(page);
      await page.waitForLoadState('networkidle');
      found.push(...(await flawsOf(page)).map((finding) => `${path}${act ? ' opened' : ''}: ${finding}`));
    }
    expect(found).toEqual([]);
    await visitor.leave();
  });
});

test('a card that is absent, foreign or has an id that is none is a page that does not exist', async () => {
  const visitor = await scenario.enter(person);
  const { page } = visitor;
  const stranger = await scenario.testApp.individual();
  const ids = [stranger.individualId, 2_000_000_001, '0', '1x', '5-6', '007', '99999999999999999999'];
  for (const path of ids.map((id) => `/individual-${id}`)) {
    await page.goto(path);
    await heading(page, 'Страница не найдена');
  }
  await page.getByRole('link', { name: 'Вернуться на главную' }).click();
  await heading(page, 'Здравствуйте, Иван!');
  await visitor.leave(/Page Not Found|Не найдено/);
});

test('the chosen tab stays in sight when the screen becomes narrow', async () => {
  const visitor = await scenario.enter(people.Оператор!);
  const { page } = visitor;
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`/legal-entity-${company}?tab=history`);
  const tab = page.getByRole('link', { name: 'История', exact: true });
  await tab.waitFor();
  for (const width of [390, 700, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await expect
      .poll(async () => {
        const { x, width: long } = (await tab.boundingBox())!;
        return x >= 0 && x + long <= width;
      })
      .toBe(true);
  }
  await visitor.leave();
});
