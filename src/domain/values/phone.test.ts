import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatPhone, PHONE_LENGTH, PHONE_MASK, parsePhone } from './phone.ts';

test.each([
  '+7 (916) 123-45-67',
  '+79161234567',
  '89161234567',
  '79161234567',
  '9161234567',
  '8 (916) 123-45-67',
  '(916) 123 45 67',
  '+7 916 123–45–67',
  '8.916.123.45.67',
  ' 8\u00A0916\u00A01234567 ',
])('«%s» is read', (text) => expect(parsePhone(text)).toBe('+79161234567'));

test.each([
  '',
  '+7 (916) 123-45-6',
  '+7 (916) 123-45-6_',
  '+8 916 123 45 67',
  '+9161234567',
  '+375291234567',
  '8916123456',
  '7916123456',
  '891612345678',
  '8916123456a',
  '8+9161234567',
  '٨٩١٦١٢٣٤٥٦٧',
])('«%s» is refused', (text) => expect(parsePhone(text)).toBeNull());

test('hostile input costs no more than its length', () => {
  expect(parsePhone(`${'8 '.repeat(50_000)}x`)).toBeNull();
});

test('the mask, the shown form and the length agree', () => {
  expect(PHONE_MASK).toHaveLength(PHONE_LENGTH);
  expect(formatPhone('+79161234567')).toBe('+7 (916) 123-45-67');
  expect(formatPhone('112')).toBe('112');
});

test('every notation of a number leads to the same stored form', () => {
  const separators = fc.array(fc.constantFrom('', ' ', '-', '(', ')', '.', '–'), { minLength: 10, maxLength: 10 });
  const national = fc.stringMatching(/^[3469][0-9]{9}$/);
  fc.assert(
    fc.property(fc.constantFrom('+7', '7', '8', ''), national, separators, (prefix, digits, between) => {
      const text = prefix + Array.from(digits, (digit, index) => (between[index] ?? '') + digit).join('');
      expect(parsePhone(text)).toBe(`+7${digits}`);
    }),
  );
});

test('what is shown is read back', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[0-9]{10}$/), (digits) => {
      const shown = formatPhone(`+7${digits}`);
      expect(shown).toHaveLength(PHONE_LENGTH);
      expect(parsePhone(shown)).toBe(`+7${digits}`);
    }),
  );
});
