import { defineEvent } from '#server/platform/events.ts';

/** All entries of a registry of full form are there: whoever has been looking for one of its claims may find it. */
export const registryLoaded = defineEvent<{ registryId: number }>('registries.loaded');
