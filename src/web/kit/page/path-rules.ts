import { idsOf } from '../ids.ts';

/** Tokens of letters are url-safe base64. */
export const hasToken = ({ token = '' }: Record<string, string>): boolean => /^[\w-]{1,200}$/.test(token);

/** Codes of documents are letters and digits in fours; one that is mistyped is told so by the page. */
export const hasCode = ({ code = '' }: Record<string, string>): boolean => /^[\w-]{1,40}$/.test(code);

/** Ids are positive whole numbers; anything else names no object at all. */
export const hasId = ({ id = '' }: Record<string, string>): boolean =>
  /^[1-9]\d*$/.test(id) && Number.isSafeInteger(Number(id));

/** Several ids in one piece, the company's first: `1-12`. */
export const hasIds =
  (count: number) =>
  ({ key }: Record<string, string>): boolean =>
    idsOf(key, count) !== undefined;
