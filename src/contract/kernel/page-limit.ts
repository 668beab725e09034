/** No list answers more rows than this at once. It stands apart from the schemas, so that pages may load it alone. */
export const pageLimit = 100;
