/** One choice: the code that is kept, the label that templates and screens show, other spellings that files contain. */
export interface Choice<Code extends string = string> {
  readonly code: Code;
  readonly label: string;
  readonly aliases: readonly string[];
}

/** The label of a code; a code that the list does not know stands for itself. */
export const labelOf = (list: readonly Choice[], code: string): string =>
  list.find((choice) => choice.code === code)?.label ?? code;

/** Makes one choice of a list. */
export const choice = <const Code extends string>(code: Code, label: string, ...aliases: string[]): Choice<Code> => ({
  code,
  label,
  aliases,
});

/** The codes of a list, as a type. */
export type CodeOf<List extends readonly Choice[]> = List[number]['code'];
