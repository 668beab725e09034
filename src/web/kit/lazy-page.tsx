import { type ComponentType, use } from 'react';

/** A page, and what it will ask as soon as it is drawn, where it is known beforehand. */
export type Page = ComponentType & { prefetch?: () => Promise<void> };
export type LoadedPage = { default: Page };

/**
 * A page whose code is loaded when it is needed. The router loads it before it shows the page, so nothing flashes;
 * its own way of doing this reloads the page by rules that are not ours.
 */
export function lazyPage(load: () => Promise<LoadedPage>) {
  let loading: Promise<Page> | undefined;
  let Page: Page | undefined;
  const keep = (module: LoadedPage | undefined): Page | Promise<never> => {
    // Nothing comes when the page is being reloaded because its chunk is gone: wait for the reload.
    if (!module) return new Promise<never>(() => {});
    Page = module.default;
    return Page;
  };
  const fetchPage = (): Promise<Page> => {
    loading ??= load().then(keep);
    loading.catch(() => {
      loading = undefined;
    });
    return loading;
  };
  function LazyPage() {
    const Loaded = Page ?? use(fetchPage());
    return <Loaded />;
  }
  const preload = async (): Promise<void> => void (await fetchPage());
  const prefetch = async (): Promise<void> => Page?.prefetch?.();
  return Object.assign(LazyPage, { preload, prefetch });
}
