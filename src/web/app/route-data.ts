import type { Operation } from '#contract/kernel/op.ts';

/** What a page says about itself; the guards, the layouts and the title read it. */
export interface PageData {
  /** The title of the browser tab, before « · Уговор». */
  title: string;
  /** The title for an individual, to whom the page shows only himself. */
  ownTitle?: string;
  /** `other` unless told. */
  layout?: 'dashboard' | 'other';
  /** Open to anonymous people. */
  open?: true;
  /** The validity rule of the page: failing it is 404. */
  isValid?: (params: Record<string, string>) => boolean;
  /** Route rule: the page is for those who may ask for one of these operations. */
  needs?: () => Promise<Operation | readonly Operation[]>;
  /** Further rules of the page, by the names they have in guards.ts. */
  rules?: readonly string[];
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption extends Partial<PageData> {}
}
