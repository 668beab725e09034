/** Content types of the files that operations answer. */
export const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
