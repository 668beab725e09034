import { type PageOf, type PagePath, pagePath } from '#contract/kernel/page-path.ts';
import type { App } from './app.ts';

/** The whole address of a page, for whoever comes from a letter or from a partner. */
export const pageUrl = <const Path extends PagePath>({ config }: Pick<App, 'config'>, ...page: PageOf<Path>): string =>
  config.publicUrl + pagePath(...page);
