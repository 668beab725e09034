import { createRequire } from 'node:module';
import { crc32 } from 'node:zlib';

/**
 * The archive counts its checksums by a table in JavaScript, which was a tenth of an export; the runtime has them in C.
 * The library of the archive is the only one that uses this copy.
 */
const ofArchive = createRequire(createRequire(import.meta.url).resolve('yazl'));
const checksums = ofArchive('buffer-crc32') as { unsigned: (data: Buffer, before?: number) => number };
checksums.unsigned = crc32;
