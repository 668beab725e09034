/** What a creditor reads of the limitation before he signs. */
export const limitationTexts = {
  /** Whose signature recognises what, as sentences of a recognition begin. */
  whole: 'Подпись заёмщика',
  part: 'Подпись заёмщика в той части, которую он не оспаривает,',
  warned: 'Заёмщика об этом предупреждают до подписи.',
};
