// The thread that sets pages. Its library is native and keeps fonts and caches, so it stays out of the main thread.
import { fileURLToPath } from 'node:url';
import { parentPort } from 'node:worker_threads';
import { NodeCompiler, type NodeTypstDocument } from '@myriaddreamin/typst-ts-node-compiler';
import type { Printed } from './printed.ts';
import type { Reply } from './printer.ts';

const port = parentPort;
if (!port) throw new Error('This file is run as a thread');

const folder = fileURLToPath(new URL('.', import.meta.url));
// Its own fonts have Cyrillic and come with its pinned package: paper looks the same on every machine.
const compiler = NodeCompiler.create({ workspace: folder });
/** Results of so many documents before are kept: what all have in common is set once. */
const mostCacheAge = 10;

port.on('message', ({ id, document }: { id: number; document: Printed }) => {
  const reply = answer(id, document);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
  port.postMessage(reply);
});

function answer(id: number, document: Printed): Reply {
  try {
    return { id, file: print(document) };
  } catch (error) {
    return { id, problem: error instanceof Error ? error.message : 'The document cannot be set' };
  }
}

function print({ issuedAt, ...document }: Printed): Uint8Array {
  const set = compiler.compile({
    mainFilePath: `${folder}document.typ`,
    inputs: { document: JSON.stringify(document) },
  });
  if (!set.result) {
    // The words of the typesetter may quote the document, and what is thrown here ends in the log.
    throw new Error('The typesetter refuses the document');
  }
  const creationTimestamp = Math.floor(issuedAt.getTime() / 1000);
  try {
    return archival(set.result, creationTimestamp);
  } finally {
    compiler.evictCache(mostCacheAge);
  }
}

/** PDF/A for the archive; a text with a sign that the font lacks cannot be one, and is printed all the same. */
function archival(set: NodeTypstDocument, creationTimestamp: number): Uint8Array {
  try {
    return compiler.pdf(set, { creationTimestamp, pdfStandard: 'a-2a' });
  } catch {
    return compiler.pdf(set, { creationTimestamp });
  }
}
