/** Letters and digits that nobody mistakes for one another on paper: no I, L, O, U. */
export const VERIFY_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Sixteen of them are 80 random bits: a code is not guessed. */
export const VERIFY_LENGTH = 16;

/** «ABCD-EFGH-JKMN-PQRS», as a document prints its check code. */
export function formatVerifyCode(code: string): string {
  return code.replace(/(.{4})(?=.)/g, '$1-');
}

/** The code of what somebody typed: case, hyphens and spaces do not matter, look-alikes are read as meant. Null when it is none. */
export function parseVerifyCode(typed: string): string | null {
  const code = typed.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
  return new RegExp(`^[${VERIFY_ALPHABET}]{${VERIFY_LENGTH}}$`).test(code) ? code : null;
}
