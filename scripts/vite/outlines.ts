import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import type { Operation } from '../../src/contract/kernel/op.ts';

/** What is imported from the contract here comes without its schemas. */
const outlined = '/src/web/kit/data/outline.ts';
const prefix = '\0outline:';

/** Lays the operations of a contract file beside their schemas: only what tells who may ask for them, and how. */
export function outlines(): Plugin {
  return {
    name: 'outlines',
    enforce: 'pre',
    resolveId(source, importer) {
      const isOutlined = importer?.endsWith(outlined) && source.startsWith('#contract/');
      return isOutlined ? prefix + source.replace('#contract/', '') : null;
    },
    async load(id) {
      if (!id.startsWith(prefix)) return null;
      const file = resolve('src/contract', id.slice(prefix.length));
      this.addWatchFile(file);
      const exported: Record<string, unknown> = await import(pathToFileURL(file).href);
      return Object.entries(exported)
        .filter(([, value]) => isModule(value))
        .map(
          ([name, value]) => `export const ${name} = ${JSON.stringify(outlineOf(value as Record<string, Operation>))};`,
        )
        .join('\n');
    },
  };
}

const isModule = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.values(value).every((one) => one?.route && one.params);

const outlineOf = (module: Record<string, Operation>) =>
  Object.fromEntries(
    Object.entries(module).map(([key, { code, method, path, params, def }]) => {
      const { access, on, beforeSecondFactor } = def;
      return [key, { code, method, path, params, def: { access, on, beforeSecondFactor } }];
    }),
  );
