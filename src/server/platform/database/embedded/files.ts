import { access, constants, stat } from 'node:fs/promises';

/** Whether there is a file or a folder at `path`. */
export function pathExists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** Whether `error` says that what was to be created is there already. */
export const saysExists = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EEXIST';

/**
 * Requires that this process may use the folder.
 * @throws Error in plain Russian, most often after one start by root and the next by an ordinary user
 */
export async function requireOurs(folder: string): Promise<void> {
  await access(folder, constants.R_OK | constants.W_OK | constants.X_OK).catch((cause: unknown) => {
    throw new Error(`Папка ${folder} закрыта для этого пользователя: запустите сервер прежним или смените DATA_DIR.`, {
      cause,
    });
  });
}
