/** The words of settings of every kind. */
export const settingTexts = {
  range: (range: string) => `Допустимо ${range}.`,
  history: 'Кто что менял',
  nobody: 'Пока никто ничего не менял',
  system: 'Система',
  change: (label: string, before: string, after: string) => `${label}: ${before} → ${after}`,
};
