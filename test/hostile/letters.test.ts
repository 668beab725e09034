import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { renderLetter } from '#server/platform/jobs/letters.ts';
import { type Booted, boot } from '../helpers/boot.ts';

let testApp: Booted;
beforeAll(async () => {
  testApp = await boot({ publicUrl: 'https://ugovor.test' });
});
afterAll(() => testApp.stop());

let guests = 0;

/** The head of a company that was named before names were held invites somebody, and the letter is put into words. */
async function invitationFrom(shortName: string): Promise<{ subject: string; text: string; html: string }> {
  const company = await testApp.company({ shortName, verificationStatus: 'verified' });
  const { client } = await testApp.employee({ legalEntityId: company, role: 'head' });
  const path = `/api/legal-entities/${company}`;
  const { body: roles } = await client.get('/api/employee-roles');
  const roleId = roles.items.find((role: { code: string }) => role.code === 'observer').id;
  const email = `guest-${++guests}@test.example`;
  expect((await client.post(`${path}/employees/invite`, { email, roleId })).status).toBe(201);
  const letter = await testApp.app.database.db
    .selectFrom('letters')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  // Only one company with an ИНН is verified.
  await testApp.owner.query(`update legal_entities set verification_status = 'unverified' where id = $1`, [company]);
  return renderLetter(testApp.app, letter);
}

/** What a letter to a decent company is made of; a hostile name must not add to it. */
const shapeOf = (html: string): string[] => html.replace(/invitation=[\w-]+/g, '').match(/<[^>]*>/g) ?? [];
const linksOf = (text: string): string[] => text.match(/https?:\/\/[^\s"<]+/g) ?? [];

describe('the name of a company that invites', () => {
  test.each([
    ['HTML', '<a href="https://evil.example">Войти</a><img src=x onerror=alert(1)>'],
    ['an open tag', '<style>*{display:none}</style><!--'],
    ['the syntax of templates', '{{7*7}} ${7*7} <%= 7*7 %> #{7*7} {%raw%} $& $1 $`'],
    ['lines and headers', 'Дом\r\nBcc: evil@evil.example\r\n\r\nВойдите: https://evil.example'],
    ['the mark of a button', 'Дом\u001fВойти\u001fhttps://evil.example'],
    ['an end of the message', 'Дом\r\n.\r\nQUIT'],
    ['signs of every kind', '\u0001\u007f\u0085\u2028\u2029\ufeff"\'`&;'],
  ])('adds nothing to the letter with %s', async (_name, name) => {
    const usual = await invitationFrom('Дом');
    const letter = await invitationFrom(name);
    expect(shapeOf(letter.html)).toEqual(shapeOf(usual.html));
    expect(letter.subject).toBe(usual.subject);
    expect(letter.text.split('\n')).toHaveLength(usual.text.split('\n').length);
    expect(letter.text).not.toMatch(/\b49\b/);
  });

  test('does not turn the reading direction of the letter', async () => {
    const letter = await invitationFrom('Дом \u202eкнаб\u2066\u200f');
    expect(letter.text + letter.html).not.toMatch(/\p{Bidi_Control}/u);
    expect(letter.text).toMatch(/Дом\s+кнаб/);
  });

  test('is said in full when it is only unusual', async () => {
    const letter = await invitationFrom('АО «Ёлка & Ко» <Запад> 100% $1');
    expect(letter.text).toContain('компании АО «Ёлка & Ко» <Запад> 100% $1.');
    expect(letter.html).toContain('компании АО «Ёлка &amp; Ко» &lt;Запад&gt; 100% $1.');
    expect(linksOf(letter.text).every((link) => link.startsWith('https://ugovor.test/signup?invitation='))).toBe(true);
  });
});
