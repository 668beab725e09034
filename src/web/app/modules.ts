import type { Finds, Page, WebModule } from '../kit/page/web-module.ts';
import { modules } from './every-module.ts';

declare module '../ui/href.ts' {
  interface PagePaths {
    modules: (typeof modules)[number]['pages'][number]['path'];
  }
}

/** The modules of the application. */
export { modules };

/** Every page that they declare. */
export const declaredPages = modules.flatMap((module): readonly Page[] => module.pages);

/** What the palette finds. */
export const searchKinds: readonly Finds[] = modules.flatMap((module: WebModule) => module.finds ?? []);
