import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Upload, Uploaded } from '#contract/kernel/file.ts';
import { employeeAvatars, individualAvatars, operatorAvatars } from '#contract/parties/avatars.ts';
import type { App } from '#server/platform/app.ts';
import { type Ctx, type Implemented, implement, prepared, type Writing } from '#server/platform/ctx.ts';
import { drawSquare } from '#server/platform/files/picture.ts';
import { addressOf, type Pictured } from './avatars.queries.ts';
import { putFile, removeFile } from './files.commands.ts';
import { type FileLocation, readFile } from './files.queries.ts';

interface Named {
  params: { id: number };
}

/** Of each person there is one photo. */
const kind = 'avatar';
const drawn: Upload = { kinds: ['webp'], maxBytes: 1024 * 1024 };

/**
 * Puts the drawn picture into the storage in the place of the one that was sent.
 * @throws Refusal `input.invalid` for what is no picture, whatever it begins with
 */
async function redraw(app: App, sent: Uploaded): Promise<Uploaded> {
  const bytes = await buffer(app.files.read(sent.key));
  await app.files.remove(sent.key);
  const picture = await drawSquare(bytes).catch(() => null);
  if (!picture) {
    throw new Refusal('input.invalid', { fields: { file: 'Картинку не удалось прочитать: возьмите другую' } });
  }
  return app.files.receive(Readable.from([picture]), 'avatar.webp', drawn);
}

/** What is done with the photo of anybody. */
function handlersOf(column: Pictured) {
  const locationOf = (id: number): FileLocation => ({ owner: 'person', column, id, place: 'avatar' });
  return {
    put: prepared(individualAvatars.put, {
      prepare: ({ app }, { file }) => redraw(app, file),
      async run(ctx, { params: { id } }, picture) {
        const file = await putFile(ctx, locationOf(id), kind, picture);
        return { avatarUrl: addressOf(column, id, file.id) };
      },
    }),
    get: (ctx: Ctx, { params: { id } }: Named) => readFile(ctx, locationOf(id), kind),
    remove: (ctx: Writing, { params: { id } }: Named) => removeFile(ctx, locationOf(id), kind),
  };
}

export const avatarHandlers: Implemented[] = [
  ...implement(individualAvatars, handlersOf('individualId')),
  ...implement(employeeAvatars, handlersOf('employeeId')),
  ...implement(operatorAvatars, handlersOf('operatorId')),
];
