/** The words of any case. */
export const requestTexts = {
  archived: 'В архиве',
  archive: { label: 'В архив', done: 'Заявка убрана в архив' },
  restore: { label: 'Вернуть из архива', done: 'Заявка возвращена из архива' },
};
