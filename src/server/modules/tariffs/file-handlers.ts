import { tariffFiles } from '#contract/money/tariffs.ts';
import { TARIFF_FOLDER } from '#domain/values/file-kinds.ts';
import { addByHand, removeFile } from '#server/modules/files/files.commands.ts';
import { type FileLocation, listFiles, readFile } from '#server/modules/files/files.queries.ts';
import { linkTo } from '#server/modules/files/links.queries.ts';
import { implement } from '#server/platform/ctx.ts';

const folder = ({ id }: { id: number }): FileLocation => ({
  owner: 'legalEntity',
  column: 'legalEntityId',
  id,
  place: 'tariff',
});

export const tariffFileHandlers = implement(tariffFiles, {
  add: (ctx, { params, file }) => addByHand(ctx, folder(params), TARIFF_FOLDER, file),
  list: (ctx, { params }) => listFiles(ctx, folder(params), TARIFF_FOLDER),
  get: (ctx, { params }) => readFile(ctx, folder(params), TARIFF_FOLDER, params.f),
  link: (ctx, { params }) => linkTo(ctx, folder(params), params, TARIFF_FOLDER, params.f),
  remove: (ctx, { params }) => removeFile(ctx, folder(params), TARIFF_FOLDER, params.f),
});
