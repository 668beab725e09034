/** The word of the way to a talk. */
export const chatLinkTexts = { open: 'Разговор' };
