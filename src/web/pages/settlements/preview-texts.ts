/** The words of drawing a document that is not issued. */
export const previewTexts = {
  open: 'Предпросмотр документа',
  title: 'Предпросмотр документа',
  lead: 'PDF с пометкой «Предпросмотр»: по условиям на столе или по данным последнего такого документа. Ничего не выпускается; просмотр записан в журнал.',
  form: 'Форма',
  version: (kind: string, version: number) => `${kind}, версия ${version}`,
  draw: 'Скачать предпросмотр',
};
