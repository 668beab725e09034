import type { Href } from '#web/ui/href.ts';

interface OfPerson {
  individualId: number;
  id: number;
}

/** The address of a request's own page. */
export const requestHref = ({ individualId, id }: OfPerson): Href => `/request-${individualId}-${id}`;

/** The address of a simple request's own page. */
export const simpleRequestHref = ({ individualId, id }: OfPerson): Href => `/simplified-request-${individualId}-${id}`;
