import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FACTS, rowsOf, terms } from '#test/documents/helpers/agreement-facts.ts';
import { kopecks } from '../values/money.ts';
import type { AgreementFacts } from './agreement-facts.ts';
import { AGREEMENT_VOCABULARY } from './agreement-vocabulary.ts';
import { type DocumentTemplate, renderTemplate } from './document-template.ts';

/** The form of before, as it was published. */
const form = JSON.parse(
  readFileSync('test/documents/helpers/agreement-form-11.json', 'utf8'),
) as unknown as DocumentTemplate;

/** It knew no last day of the offer. */
const { offerUntil: _, ...factsOfForm } = FACTS;
const short = 'Прощённая сумма может быть доходом';
const rows = rowsOf({ ...terms, kind: 'annuity', amount: kopecks(12_000_000), rateBps: 1250 });
const twoFingerprints = FACTS.signatures.map((one) => ({ ...one, textFingerprint: 'fe98' }));

test.each<[string, Partial<AgreementFacts>, string]>([
  ['with a discount', { taxShort: short }, '7fc3300afd0e9e7ad5b7d5786a39bfaf4bbdb084426a713febbb6548756e617f'],
  [
    'in enforcement',
    { taxShort: null, enforcement: true, proceedings: { stage: 'enforcement', caseNo: '12/34', place: null } },
    '5e07a199a64ce953fc9a9e56a510b04cbb60a3bf401b309db39a4b4e206d99b7',
  ],
  [
    'in court',
    { taxShort: null, proceedings: { stage: 'court', caseNo: '2-17/2026', place: null } },
    'ccc6ca96d20f5873e6549cd08634411a572415784cdcc48083f0ceb49cc52ba0',
  ],
  [
    'disputed in part',
    { taxShort: short, disputed: [{ code: 'penalty', reason: 'уплачена' }] },
    'ccc98f8959bbfdb0a2c801b2a5a80fcc0213b73e9c4b1fab3d6f2a8edaa148eb',
  ],
  [
    'with interest and a fee',
    { rows, rateBps: 1250, fullCost: 12_500, feePayer: 'individual', feeAmount: kopecks(100) },
    '3ae39648ebc00fb52adba158e27e06f2af526ddead47bc1b7d2107d877e41adb',
  ],
  [
    'with both fingerprints',
    { signatures: twoFingerprints },
    '9b62673c9a830cea91a2374d612ff9c36e9c4f94940f6aa3917cdf395fd15974',
  ],
])('an agreement by form 11 keeps every byte: %s', (_, changed, expected) => {
  const blocks = renderTemplate(form, AGREEMENT_VOCABULARY, { ...factsOfForm, ...changed });
  expect(createHash('sha256').update(JSON.stringify(blocks)).digest('hex')).toBe(expected);
});
