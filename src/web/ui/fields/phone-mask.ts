import type { MaskitoOptions, MaskitoPreprocessor } from '@maskito/core';
import { PHONE_MASK } from '#domain/values/phone.ts';

const afresh = (data: string): ReturnType<MaskitoPreprocessor> => ({
  elementState: { value: '', selection: [0, 0] },
  data,
});

/** A whole number pasted or filled in comes in any notation: its last ten digits are the number. */
const wholeNumber: MaskitoPreprocessor = ({ elementState, data }) => {
  const typed = data.replace(/\D/g, '');
  const isWhole = typed.length === 10 || (typed.length === 11 && /^[78]/.test(typed));
  if (!isWhole) return { elementState, data };
  return afresh(`+7 ${typed.slice(-10)}`);
};

/** Autofill writes the value itself instead of typing it. */
const filledIn: MaskitoPreprocessor = ({ elementState, data }) => {
  const typed = elementState.value.replace(/\D/g, '');
  const isForeignNotation = data === '' && typed.length === 11 && typed.startsWith('8');
  if (!isForeignNotation) return { elementState, data };
  const value = `+7 ${typed.slice(1)}`;
  return { elementState: { value, selection: [value.length, value.length] }, data };
};

/** An 8 typed first is the trunk prefix, a 7 the country code: people write 8 916… and 7 916…, and mean +7 916…. */
const trunkPrefix: MaskitoPreprocessor = ({ elementState, data }) =>
  /^\+?$/.test(elementState.value) && /^[78]$/.test(data) ? afresh('+7 ') : { elementState, data };

/** The mask `+7 (999) 999-99-99` of the specification. */
export const phoneMask: MaskitoOptions = {
  mask: PHONE_MASK.split('').map((sign) => (sign === '9' ? /\d/ : sign)),
  preprocessors: [filledIn, wholeNumber, trunkPrefix],
};
