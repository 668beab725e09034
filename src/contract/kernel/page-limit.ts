/** No list answers more rows than this at once. It is in a file of its own, so that pages may load it alone. */
export const pageLimit = 100;
