import type { FastifyRequest } from 'fastify';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Upload, Uploaded } from '#contract/kernel/file.ts';
import type { Files } from '../files/files.ts';
import { StoreTrouble } from '../files/store.ts';

/** A multipart form: its fields as texts and its one file, already in the storage. */
interface Form {
  fields: Record<string, unknown>;
  file: Uploaded | undefined;
}

/** A field that comes several times is a list. */
function withAnother(fields: Form['fields'], { fieldname, value }: { fieldname: string; value: unknown }): unknown {
  if (!Object.hasOwn(fields, fieldname)) return value;
  const before = fields[fieldname];
  return Array.isArray(before) ? [...before, value] : [before, value];
}

/**
 * Reads a multipart form; the file goes straight into the storage. When the form turns out to be wrong the file is
 * removed again.
 * @param upload absent for operations that take no file
 * @param mostOfFields how many bytes the fields may have in all
 * @throws Refusal `input.invalid` for a form that breaks off, a file that is not expected or a second one;
 *   `body.too_large`
 */
export async function readForm(
  request: FastifyRequest,
  files: Files,
  upload: Upload | undefined,
  mostOfFields: number,
): Promise<Form> {
  const form: Form = { fields: {}, file: undefined };
  let left = mostOfFields;
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') {
        left -= part.fieldname.length + String(part.value).length;
        if (left < 0) throw new Refusal('body.too_large');
        if (part.fieldname !== '__proto__') form.fields[part.fieldname] = withAnother(form.fields, part);
      } else if (upload && part.fieldname === 'file' && !form.file) {
        form.file = await files.receive(part.file, part.filename ?? '', upload);
        if (part.file.truncated) throw new Refusal('body.too_large');
      } else {
        part.file.resume();
        throw new Refusal('input.invalid', { fields: { [part.fieldname.slice(0, 100)]: 'Файл здесь не ожидается' } });
      }
    }
  } catch (error) {
    // What is still on its way is let go by: nobody reads it any more, and the next request comes behind it.
    request.raw.unpipe();
    request.raw.resume();
    if (form.file) await files.remove(form.file.key);
    // The parser reports a form that breaks off by a plain error, while everything designed has a code.
    const isDesigned = !(error instanceof Error) || 'code' in error || error instanceof StoreTrouble;
    throw isDesigned ? error : new Refusal('input.invalid');
  }
  return form;
}
