/** What the parts of cards that hold requests are called. */
export const caseTabTexts = { requests: 'Заявки', 'simple-requests': 'Упрощённые заявки' };
