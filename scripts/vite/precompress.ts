import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** What does not shrink further, or hardly, is served as it is. */
const worthwhile = /\.(js|css|svg)$/;

/** Lays a brotli and a gzip copy beside each file of the folder, as small as they get: they are made once. */
export async function precompress(folder: string): Promise<void> {
  const names = readdirSync(folder).filter((name) => worthwhile.test(name));
  await Promise.all(names.map((name) => compress(join(folder, name))));
}

async function compress(file: string): Promise<void> {
  const text = readFileSync(file);
  const hints = { [constants.BROTLI_PARAM_SIZE_HINT]: text.length, [constants.BROTLI_PARAM_QUALITY]: 11 };
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(text, { params: hints }),
    promisify(gzip)(text, { level: 9 }),
  ]);
  writeFileSync(`${file}.br`, brotli);
  writeFileSync(`${file}.gz`, gzipped);
}
