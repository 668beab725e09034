import type { Finds, WebModule } from '../kit/page/web-module.ts';
import { modules } from './every-module.ts';

declare module '../ui/href.ts' {
  interface PagePaths {
    modules: (typeof modules)[number]['pages'][number]['path'];
  }
}

/** The modules of the application. */
export { modules };

/** What the palette finds. */
export const searchKinds: readonly Finds[] = modules.flatMap((module: WebModule) => module.finds ?? []);
