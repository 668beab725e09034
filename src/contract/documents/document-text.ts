import * as z from 'zod';

/** A piece of a document, in its order. */
const Block = z.discriminatedUnion('type', [
  z.object({ type: z.literal('title'), text: z.string() }),
  z.object({ type: z.literal('heading'), number: z.int(), text: z.string() }),
  z.object({ type: z.literal('paragraph'), number: z.string().nullable(), text: z.string() }),
  z.object({
    type: z.literal('table'),
    columns: z.array(z.object({ title: z.string(), align: z.enum(['left', 'right']) })),
    rows: z.array(z.array(z.string())),
    hasTotal: z.boolean(),
  }),
  z.object({ type: z.literal('signature'), lines: z.array(z.string()) }),
  z.object({ type: z.literal('letterhead'), lines: z.array(z.string()) }),
]);

/** A document as it reads, without its file. */
export const DocumentText = z.object({
  version: z.int(),
  blocks: z.array(Block),
  /** The fingerprint of what is signed, under a key of the platform, or of the facts of what is issued to its reader. */
  sha256: z.string(),
});

/** Whether somebody opens the text to read it; a page that asks for its fingerprint alone does not. */
export const opens = z.boolean().optional();
