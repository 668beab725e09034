/** The words of reading an agreement before it is signed. */
export const readingTexts = {
  read: 'Прочитать соглашение',
  title: 'Соглашение, как его подпишут',
  lead: 'Это весь текст. После подписи к нему добавятся только подписи сторон; любое изменение потребует новой подписи.',
  pdf: 'Скачать PDF',
  hash: (sha256: string) => `Отпечаток текста (SHA-256): ${sha256}`,
};
