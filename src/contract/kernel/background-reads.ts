/**
 * The header by which a page says of a read that it asks by itself, while nobody is at it: that is no use of the session
 * (docs/decisions/0005). It stands apart from the schemas, so that pages may load it alone.
 */
export const backgroundHeader = 'background-read';
