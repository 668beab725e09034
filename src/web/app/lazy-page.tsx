import { type ComponentType, use } from 'react';

type Loaded = { default: ComponentType };

/**
 * A page whose code is loaded when it is needed. The router loads it before it shows the page, so nothing flashes;
 * its own way of doing this reloads the page by rules that are not ours.
 */
export function lazyPage(load: () => Promise<Loaded>) {
  let loading: Promise<ComponentType> | undefined;
  let Page: ComponentType | undefined;
  const keep = (module: Loaded | undefined): ComponentType | Promise<never> => {
    // Nothing comes when the page is being reloaded because its chunk is gone: wait for the reload.
    if (!module) return new Promise<never>(() => {});
    Page = module.default;
    return Page;
  };
  const fetchPage = (): Promise<ComponentType> => {
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
  return Object.assign(LazyPage, { preload });
}
