import type { ZoneCode } from '#domain/places/regions.ts';

/** An address as the partner completes it. */
export interface KnownAddress {
  value: string;
  region: string | null;
  city: string | null;
  postalCode: string | null;
  zone: ZoneCode | null;
}
/** A company as the state register has it. */
export interface KnownCompany {
  inn: string;
  kpp: string | null;
  ogrn: string | null;
  name: string;
  fullName: string;
  address: string | null;
}

/** Who completes what people type. Every call may throw `PartnerSilent` or `PartnerRefused`. */
export interface RubricatorPartner {
  addresses(typed: string, most: number): Promise<KnownAddress[]>;
  companies(typed: string, most: number): Promise<KnownCompany[]>;
}
