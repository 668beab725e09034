/** Certain modules of ours by their paths, what loads modules, and what reads from the server. */
const files = (paths: readonly string[]): RegExp =>
  new RegExp(`/src/(${paths.join('|')})\\.tsx?$|vite/preload-helper|/@tanstack/(query-core|react-query)/`);

/**
 * What pages share comes in a few files. Left alone the bundler makes one for every set of pages that share something:
 * dozens of a few lines, each a question on a slow network and work for a slow phone. Modules that no group takes stay
 * with their pages. A group takes with each module all that it imports, unless a group before it or above it does.
 */
export const chunks = [
  // What every page needs and no change of ours touches: it stays in the browser from build to build.
  {
    name: 'base',
    test: /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack\/(history|react-router|react-store|router-core|store))\//,
    priority: 3,
  },
  // The small parts that nearly every page has.
  { name: 'parts', test: /\/src\/web\/ui\//, minShareCount: 8, priority: 2 },
  { name: 'icons', test: /node_modules\/lucide-react\//, minShareCount: 3, priority: 2 },
  // What the application starts with, so that every page has it by then.
  {
    name: 'core',
    test: files([
      'web/kit/data/(account-change|api|query|query-string)',
      'web/kit/(page/page-title|detail/(texts|with-object)|lazy-part)',
      'web/kit/session/(session|access|company)',
      'web/kit/(unsaved|form/unless-unsaved)',
      'web/kit/list/table/sort-preferences',
      'web/ui/overlays/(notify|confirm|open-dialog)',
      'contract/kernel/(op|access|unknown-field)',
    ]),
    priority: 2,
  },
  // Rules that schemas, forms and lists share.
  { name: 'rules', test: /\/src\/domain\//, minShareCount: 25, priority: 2 },
  // Schemas come with the first operation that is judged by one.
  {
    name: 'schemas',
    test: /node_modules\/zod\/|\/src\/contract\/(kernel\/(fields|page|file|one-time-code)|parties\/verification|platform\/system)\./,
    priority: 1,
  },
  // What every list has.
  { name: 'lists', test: /\/src\/web\/kit\/list\//, minShareCount: 3 },
];
