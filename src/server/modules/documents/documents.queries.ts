import type { Readable } from 'node:stream';
import type { App } from '#server/platform/app.ts';
import { documentStore } from './storage.ts';

/** The file of a finished document, for whoever may have it. */
export const documentStream = (app: App, fileKey: string): Readable => documentStore(app).read(fileKey);
