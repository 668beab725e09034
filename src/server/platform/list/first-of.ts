/** What is shown of rows of which one more was asked for than are shown, and whether there are more. */
export const firstOf = <Row>(rows: readonly Row[], most: number): { items: Row[]; more: boolean } => ({
  items: rows.slice(0, most),
  more: rows.length > most,
});
