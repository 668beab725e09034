/** What the parts of cards that hold requests are called. */
export const requestTabTexts = { requests: 'Заявки', 'simple-requests': 'Упрощённые заявки' };
