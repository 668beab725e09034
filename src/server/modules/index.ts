import { assembleApp } from '#server/platform/module.ts';
import { platformModule } from '#server/platform/platform-module.ts';
import { modules } from './every-module.ts';

/** The platform and every module, put together. */
export const appDefinition = assembleApp([platformModule, ...modules]);
