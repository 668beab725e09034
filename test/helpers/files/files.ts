import { readdirSync } from 'node:fs';

/** All files under the given folders of the repository, with slashes on every system and in a steady order. */
export function filesUnder(folders: readonly string[]): string[] {
  return folders.flatMap((folder) => filesIn(folder)).sort();
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? filesIn(path) : [path];
  });
}
