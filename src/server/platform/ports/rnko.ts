import type { WantedLevel } from '#domain/parties/rnko.ts';
import type { Questionnaire } from '#domain/parties/rnko-form.ts';
import type { Day } from '#domain/values/days.ts';

/** Whom the partner is asked to identify. `key` names the question on both sides: asked twice, it is one. */
export interface IdentificationOrder {
  key: string;
  subject: 'individual' | 'legal_entity';
  level: WantedLevel;
  /** What is known of him, by the name of the field. */
  data: Readonly<Record<string, string>>;
  /** Where a person comes back to from the partner's page. */
  returnUrl: string;
}

/** A question as the partner knows it. */
export interface PartnerIdentification {
  id: string;
  key: string;
  status: 'processing' | 'success' | 'failed';
  /** As what somebody is known now; null until there is an answer. */
  level: WantedLevel | null;
  validUntil: Day | null;
  /** Where the person confirms who he is, when that is wanted. */
  actionUrl: string | null;
  reason: string | null;
}

/** The questionnaire of a company for the partner. */
export interface FormOrder {
  key: string;
  company: { name: string; inn: string; ogrn: string | null };
  form: Questionnaire;
}
export interface PartnerForm {
  id: string;
  key: string;
  status: 'processing' | 'accepted' | 'declined';
  reason: string | null;
}

/** The credit organisation (РНКО) as it identifies. Every call may throw `PartnerSilent` or `PartnerRefused`. */
export interface RnkoPartner {
  identify(order: IdentificationOrder): Promise<PartnerIdentification>;
  /** Null when the partner has never heard of it. */
  findIdentification(key: string): Promise<PartnerIdentification | null>;
  sendForm(order: FormOrder): Promise<PartnerForm>;
  /** Null when the partner has never heard of it. */
  findForm(key: string): Promise<PartnerForm | null>;
}
