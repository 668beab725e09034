/** The paths of all pages. Only `web/app/modules.ts` knows the modules; it adds those that they declare. */
export interface PagePaths {
  shell: '/' | '/dashboard';
}

/** A path with anything in the places of its parameters: `/request-{$key}` → `/request-${string}`. */
type Filled<Path extends string> = Path extends `${infer Before}{$${string}}`
  ? `${Before}${string}`
  : Path extends `${infer Before}$${string}`
    ? `${Before}${string}`
    : Path;

/** The address of a page of the application; `.` is the page that is open. One that leads nowhere does not compile. */
export type Href = '.' | Filled<PagePaths[keyof PagePaths]>;
