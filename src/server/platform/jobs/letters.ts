import type { App } from '../app.ts';
import type { Db, Tx } from '../database/db.ts';
import { flatten, oneLine } from '../log/one-line.ts';

/**
 * A letter in words: the text is paragraphs parted by empty lines, a link is a paragraph made by `button`.
 * The key of a template among those of the modules is its name in the database.
 */
export interface LetterTemplate<Data = never> {
  subject(data: Data): string;
  text(data: Data): string;
}
export type LetterTemplates = Readonly<Record<string, LetterTemplate>>;

/** A letter as a person sees it. */
export interface RenderedLetter {
  subject: string;
  text: string;
  html: string;
}

/** The worker's own attempts outnumber the letter's, so that the letter, not its job, decides when to give up. */
const jobAttempts = 25;

/** Stands where `button` puts its parts. Data never holds it, so nobody's name can make a button. */
const buttonMark = '\u001f';

const sealContext = 'letters.contents';

/** Types a template by the data that its letters carry. */
export const defineLetter = <Data extends Record<string, unknown>>(
  template: LetterTemplate<Data>,
): LetterTemplate<Data> => template;

/** A paragraph of a letter's text that leads somewhere: a button in HTML, `label: address` in plain text. */
export const button = (label: string, address: string): string => buttonMark + label + buttonMark + address;

/**
 * Writes a letter into the outbox together with its delivery job: both exist only if the transaction commits.
 * @param inSeconds it is not delivered before, as what may not come at night
 * @returns the id of the letter
 * @throws when the template is none that a module has declared: a defect of the caller.
 */
export async function queueLetter<Data>(
  { app, db }: { app: App; db: Tx },
  template: LetterTemplate<Data>,
  to: string,
  data: Data,
  { inSeconds = 0 }: { inSeconds?: number } = {},
): Promise<number> {
  const { id } = await db
    .insertInto('letters')
    .values({
      template: templateName(app.appDefinition.letters, template),
      recipient: to,
      contentsSealed: app.secrets.seal(sealContext, { data }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await enqueueDelivery(app, db, id, inSeconds);
  return id;
}

/** Adds the job that delivers a letter; while it waits there is only one for each letter. */
export async function enqueueDelivery(app: App, db: Db, letterId: number, inSeconds = 0): Promise<void> {
  const options = { key: `letter:${letterId}`, maxAttempts: jobAttempts, inSeconds };
  await app.jobs.add(db, 'deliver-letter', { letterId }, options);
}

function templateName(templates: LetterTemplates, template: LetterTemplate<unknown>): string {
  const name = Object.keys(templates).find((key) => templates[key] === template);
  if (name === undefined) throw new Error('The letter template is declared by no module');
  return name;
}

/**
 * Opens a letter of the outbox and puts it into words.
 * @throws when its template is gone or its contents were sealed with another key.
 */
export function renderLetter(app: App, letter: { template: string; contentsSealed: string }): RenderedLetter {
  const template: LetterTemplate<unknown> | undefined = app.appDefinition.letters[letter.template];
  if (!template) throw new Error(`No such letter template: ${letter.template}`);
  const data = flatten(app.secrets.open<{ data: unknown }>(sealContext, letter.contentsSealed).data);
  const paragraphs = template
    .text(data)
    .trim()
    .split(/\n{2,}/);
  const ending = `Письмо отправлено сервисом «Уговор» (${new URL(app.config.publicUrl).host}). Отвечать на него не нужно.`;
  return {
    subject: oneLine(template.subject(data)),
    text: `${paragraphs.map(paragraphText).join('\n\n')}\n\n-- \n${ending}\n`,
    html: htmlOf(paragraphs, ending),
  };
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign]!);

/** The letter for programs that show HTML: nothing is loaded from anywhere, and every value is escaped. */
function htmlOf(paragraphs: string[], ending: string): string {
  return `<!doctype html>
<html lang="ru"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>
<body style="margin:0;padding:24px;background:#f4f5f7;color:#1c1f26;font:16px/1.5 sans-serif">
<div style="max-width:560px;margin:0 auto;padding:32px;background:#fff;border-radius:12px">
<p style="margin:0 0 24px;font-size:20px;font-weight:700">Уговор</p>
${paragraphs.map(paragraphHtml).join('\n')}
<p style="margin:32px 0 0;color:#676d7a;font-size:13px">${escapeHtml(ending)}</p>
</div></body></html>
`;
}

function paragraphText(paragraph: string): string {
  const [, label, address] = paragraph.split(buttonMark);
  return address === undefined ? paragraph : `${label}: ${address}`;
}

function paragraphHtml(paragraph: string): string {
  const [, label, address] = escapeHtml(paragraph).split(buttonMark);
  if (address === undefined) return `<p style="margin:0 0 16px">${escapeHtml(paragraph).replaceAll('\n', '<br>')}</p>`;
  return `<p style="margin:24px 0 8px"><a href="${address}" style="display:inline-block;padding:12px 20px;\
background:#2456d6;color:#fff;text-decoration:none;border-radius:8px">${label}</a></p>
<p style="margin:0 0 24px;font-size:13px;word-break:break-all"><a href="${address}">${address}</a></p>`;
}
