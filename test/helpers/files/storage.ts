import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { S3Client } from '@bradenmacdonald/s3-lite-client';
import { inject } from 'vitest';
import type { S3Config } from '#server/platform/config.ts';
import { type folders, openStore } from '#server/platform/files/files.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The S3-compatible server of a run with TEST_STORAGE=s3; its servers keep their files there. */
    s3: S3Config | null;
  }
}

type StorageConfig = Parameters<typeof openStore>[0];
type Folder = (typeof folders)[number];

let buckets = 0;

/** An empty bucket for a server, where the run stores files in S3. */
export async function bucket(): Promise<S3Config | undefined> {
  const s3 = inject('s3');
  if (!s3) return undefined;
  const name = `server-${process.env['VITEST_POOL_ID']}-${process.pid}-${Date.now()}-${++buckets}`;
  await new S3Client({ ...s3, endPoint: s3.url }).makeBucket(name);
  return { ...s3, bucket: name };
}

/** A stored file. */
export const lyingBytes = async (storage: StorageConfig, folder: Folder, key: string): Promise<Buffer> =>
  buffer(await (await openStore(storage, folder)).get(key));

/** Puts other bytes in the place of a stored file. */
export async function putBytes(storage: StorageConfig, folder: Folder, key: string, bytes: Buffer): Promise<void> {
  const store = await openStore(storage, folder);
  await store.put(key, Readable.from([bytes]));
}

/** The number of files in a folder of the storage. */
export async function countLying(storage: StorageConfig, folder: Folder): Promise<number> {
  let count = 0;
  for await (const portion of (await openStore(storage, folder)).list()) count += portion.length;
  return count;
}
