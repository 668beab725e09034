import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { renderLetter } from '#server/platform/jobs/letters.ts';
import { type Booted, boot } from '../helpers/boot.ts';
import { lettersTo } from '../helpers/mail/letters.ts';
import { resetLimits } from '../security/helpers/limits.ts';

const supportEmail = 'support@ugovor.test';
let testApp: Booted;
beforeAll(async () => {
  testApp = await boot({ supportEmail });
});
afterAll(() => testApp.stop());
beforeEach(() => resetLimits(testApp));

const question = { name: 'Анна', email: 'anna@test.example', message: 'Как узнать сумму долга?\nЯ не нашла её.' };
const write = (change: object = {}) => testApp.anonymous().post('/api/feedback-form', { ...question, ...change });

/** The last question as those who answer receive it. */
async function received() {
  const { rows } = await testApp.app.database.pool.query(
    `select template, contents_sealed as "contentsSealed" from letters where recipient = $1 order by id desc limit 1`,
    [supportEmail],
  );
  return renderLetter(testApp.app, rows[0]);
}

test('anybody asks, and a letter brings the question with the address to answer to', async () => {
  expect((await write()).status).toBe(204);
  const [letter] = await lettersTo(testApp, supportEmail);
  expect(letter!.subject).toBe('Вопрос с сайта');
  expect(letter!.text).toContain('Ответьте на почту anna@test.example');
  expect(letter!.text).toContain('Как узнать сумму долга?\nЯ не нашла её.');
});

test('what is missing or wrong is said at its field', async () => {
  expect((await write({ name: '' })).body.fields).toHaveProperty('name');
  expect((await write({ email: 'anna@' })).body.fields).toHaveProperty('email');
  // A name is one line, and is read as it is written.
  for (const name of ['Анна\r\nBcc: evil@evil.example\r\n\r\nТекст', 'Анна \u202eкнаб']) {
    expect((await write({ name })).body.fields).toHaveProperty('name');
  }
  expect((await write({ message: 'Эй' })).body.fields).toEqual({ message: 'Опишите вопрос: не меньше 10 знаков' });
});

describe('what somebody writes adds nothing to the letter', () => {
  test.each([
    ['HTML', { message: '<a href="https://evil.example">Войти</a><script>alert(1)</script>' }],
    ['headers in the text', { message: 'Вопрос о долге\r\nSubject: Иное\r\n\r\n.\r\nQUIT' }],
    ['the syntax of templates', { message: '{{7*7}} ${7*7} <%= 7*7 %> $& $1' }],
    ['the mark of a button', { message: 'Вопрос\u001fВойти\u001fhttps://evil.example' }],
    ['a turned direction of reading', { message: 'Вопрос \u2066\u200f о долге' }],
  ])('%s', async (_name, change) => {
    expect((await write(change)).status).toBe(204);
    const { subject, text, html } = await received();
    expect(subject).toBe('Вопрос с сайта');
    expect(html).not.toMatch(/<a |<script|<img|\p{Bidi_Control}/u);
    expect(text).not.toMatch(/\r|\p{Bidi_Control}|\b49\b/u);
    expect(text.split('\n\n').filter((part) => part.startsWith('Пишет: '))).toHaveLength(1);
  });
});

test('a network asks ten times an hour', async () => {
  for (let i = 0; i < 10; i++) expect((await write()).status).toBe(204);
  expect((await write()).status).toBe(429);
});

test('where nobody answers it is said at once', async () => {
  const { config } = testApp.app;
  config.supportEmail = undefined;
  expect((await write()).body.code).toBe('support.unavailable');
  config.supportEmail = supportEmail;
});
