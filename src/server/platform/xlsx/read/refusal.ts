/** Why a file is not read: one clear sentence for the person who loads it, and a code for programs. */
export const refusals = {
  empty: 'Файл пуст',
  unknown: 'Это не таблица: нужен файл Excel (.xlsx) или .csv',
  xls: 'Это файл старого Excel (.xls): откройте его и сохраните как «Книга Excel (.xlsx)»',
  xlsb: 'Это двоичная книга Excel (.xlsb): откройте её и сохраните как «Книга Excel (.xlsx)»',
  xml: 'Это «Таблица XML» или веб-страница: откройте её и сохраните как «Книга Excel (.xlsx)»',
  ods: 'Это таблица OpenDocument (.ods): откройте её и сохраните как «Книга Excel (.xlsx)»',
  zero: 'В тексте файла есть нулевые знаки: откройте его и сохраните как «Книга Excel (.xlsx)» или CSV UTF-8',
  document: 'Это не таблица, а другой документ: нужен файл Excel (.xlsx) или .csv',
  macro: 'В файле есть макросы: сохраните его как «Книга Excel (.xlsx)» без макросов',
  password: 'Файл защищён паролем: снимите пароль и загрузите его снова',
  damaged: 'Файл повреждён или загружен не полностью: откройте его, сохраните заново и загрузите снова',
  bomb: 'Файл распаковывается в слишком большой объём и отклонён: оставьте в книге один лист с данными',
  parts: 'В книге слишком много частей: оставьте один лист с данными без рисунков',
  doctype: 'В файле есть запрещённые вставки XML (DOCTYPE, сущности): сохраните его заново в Excel',
  encoding: 'Текст файла в неизвестной кодировке: сохраните его как .xlsx или как CSV UTF-8',
  long: 'В файле есть слишком длинная ячейка: не больше 32 767 знаков',
  quote: 'В файле csv не закрыта кавычка: сохраните его как .xlsx или исправьте кавычки',
  columns: 'Слишком много столбцов: не больше 500',
  rows: 'Слишком много строк: разделите файл на части',
  header: 'Не найдена строка заголовков: возьмите наш шаблон или назовите столбцы как в нём',
  slow: 'Файл читается слишком долго и отклонён: сохраните его заново в Excel',
  memory: 'Файлу не хватило памяти: разделите его на части',
} as const;
export type RefusalCode = keyof typeof refusals;

/** Thrown by everything that reads a file; nothing else that a file holds may throw. */
export class FileRefused extends Error {
  readonly code: RefusalCode;

  constructor(code: RefusalCode, message: string = refusals[code]) {
    super(message);
    this.name = 'FileRefused';
    this.code = code;
  }
}

/** A refusal as an expression. */
export function refuse(code: RefusalCode): never {
  throw new FileRefused(code);
}
