/**
 * What is said of a field that no schema knows. A page sends none but its own, so the page and the server that says so are of different
 * versions. It stands apart from the schemas, so that pages may load it alone.
 */
export const unknownField = 'Неизвестное поле';
