/** The words of the documents that everybody may read. */
export const texts = {
  version: (version: number, publishedAt: string) => `Версия ${version}, опубликована ${publishedAt}`,
};
