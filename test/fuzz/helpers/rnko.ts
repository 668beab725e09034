import { dataContext, formContext } from '#server/modules/rnko/identity-moves.ts';
import type { Booted } from '../../helpers/boot.ts';

const whole = {
  activity: 'Микрозаймы',
  purpose: 'Приём платежей',
  monthlyTurnover: 100,
  fundsSource: 'revenue',
  contactName: 'Кравцова Анна',
  contactPhone: '+79161234567',
  owners: [{ name: 'Кравцов Пётр', birthDate: '1980-01-01', shareBps: 10_000, isPublic: false }],
};

/** SQL by which a person and a company may ask the partner, and a whole questionnaire waits for one of its moves. */
export function rnkoRestoration(
  { app: { secrets } }: Booted,
  { individual, company }: { individual: number; company: number },
): string {
  const data = secrets.seal(dataContext, { name: 'Иванов Иван' });
  const form = secrets.seal(formContext, whole);
  const passport = secrets.seal('representatives.passport', { series: '4510', number: '456123' });
  return `
  insert into representatives (legal_entity_id, last_name, basis) values (${company}, 'Кравцов', 'charter')
    on conflict (legal_entity_id) do nothing;
  update representatives set passport_sealed = '${passport}' where legal_entity_id = ${company};
  insert into rnko_identities (individual_id, status, data_sealed) values (${individual}, 'created', '${data}')
    on conflict (individual_id) do update set status = 'created', partner_silent = false;
  insert into rnko_identities (legal_entity_id, status, data_sealed) values (${company}, 'created', '${data}')
    on conflict (legal_entity_id) do update set status = 'created', partner_silent = false;
  insert into rnko_forms (legal_entity_id, form_sealed) values (${company}, '${form}')
    on conflict (legal_entity_id) do update set form_sealed = excluded.form_sealed, partner_silent = false,
      status = (array['draft', 'review', 'approved'])[1 + floor(random() * 3)::int];`;
}
