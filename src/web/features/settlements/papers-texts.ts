/** The words of documents. */
export const papersTexts = {
  title: 'Документы',
  of: (number: string, day: string) => `№ ${number} от ${day}`,
  code: 'Код проверки:',
  making: 'Файл печатается, это несколько секунд…',
  download: 'Скачать PDF',
};
