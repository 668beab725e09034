/** By what a push service knows the platform: the point that browsers are given, and the key that signs. */
export interface PushKey {
  /** The uncompressed point of P-256, base64url. */
  publicKey: string;
  privateKey: { kty: 'EC'; crv: 'P-256'; x: string; y: string; d: string };
}

/** What became of a push: `gone` when the browser is bound no more. */
export type PushOutcome = { status: 'sent'; providerId: string | null } | { status: 'gone' };

/** The services by which browsers are told. */
export interface PushServices {
  /** Whether an address that a browser names is one of a push service that may be called. */
  accepts(endpoint: string): boolean;
  /** Tells a browser that there is something, and nothing of what. @throws PartnerSilent, PartnerRefused */
  tell(endpoint: string, key: PushKey): Promise<PushOutcome>;
}
