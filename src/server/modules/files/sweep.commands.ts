import type { App } from '#server/platform/app.ts';

/** Removes files that broken requests have left: no row has taken them. */
export const sweepFiles = (app: App): Promise<number> =>
  app.files.sweep(async (keys) => {
    if (keys.length === 0) return new Set();
    const known = await app.database.db.selectFrom('storedFiles').select('key').where('key', 'in', keys).execute();
    return new Set(known.map(({ key }) => key));
  });
