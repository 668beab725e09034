import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { notify } from '#web/ui/overlays/notify.ts';
import { texts } from './texts.ts';

/** A part that could not be loaded is asked for again after so long, as long as it is wanted. */
const againMs = 5_000;

/**
 * A part of a page whose code is loaded when it is first shown, as a dialog that few people open: worth it where more than a
 * kilobyte and a half comes with it that its page has not (docs/decisions/0020). Until it has come
 * nothing is in its place; a lost connection is told and takes away nothing of what is on the screen.
 * @param pick the part among what its module exports
 */
export function lazyPart<Module, Part extends (props: never) => ReactNode>(
  load: () => Promise<Module>,
  pick: (module: Module) => Part,
): Part & { preload(): void } {
  let found: ComponentType<object> | undefined;
  const fetchPart = async (): Promise<void> => {
    const module: Module | undefined = await load();
    // Nothing comes when the page is being reloaded because its chunk is gone: wait for the reload.
    if (module !== undefined) found = pick(module) as Part & ComponentType<object>;
  };
  function LazyPart(props: object): ReactNode {
    const [Loaded, setLoaded] = useState(() => found);
    useEffect(() => {
      if (Loaded) return undefined;
      let timer: ReturnType<typeof setTimeout> | undefined;
      let isTold = false;
      const tryOnce = () => {
        fetchPart().then(
          () => setLoaded(() => found),
          () => {
            if (!isTold) notify({ severity: 'error', summary: texts.offline });
            isTold = true;
            timer = setTimeout(tryOnce, againMs);
          },
        );
      };
      tryOnce();
      return () => clearTimeout(timer);
    }, [Loaded]);
    return Loaded ? <Loaded {...props} /> : null;
  }
  return Object.assign(LazyPart as Part & typeof LazyPart, { preload: () => void fetchPart().catch(() => {}) });
}
