interface OfPerson {
  individualId: number;
  id: number;
}

/** The address of a request's own page. */
export const requestHref = ({ individualId, id }: OfPerson): string => `/request-${individualId}-${id}`;

/** The address of a simple request's own page. */
export const simpleRequestHref = ({ individualId, id }: OfPerson): string =>
  `/simplified-request-${individualId}-${id}`;
