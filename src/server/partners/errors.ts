/** No answer that could be relied on: what became of the request nobody knows, so it is asked for by its key later. */
export class PartnerSilent extends Error {}

/** It was certainly not taken: nobody was reached, or the one who was has said that he is busy. To ask again doubles nothing. */
export class PartnerUnreached extends PartnerSilent {}

/** The partner has understood and said no: by 409, or by 404 where he must know. */
export class PartnerRefused extends Error {}
