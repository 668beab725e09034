import { defineEvent } from '#server/platform/events.ts';

/** The scanner has found a virus in a file that was held: it stays closed, and whoever has sent it has to send another. */
export const fileInfected = defineEvent<{ fileId: number }>('files.infected');
