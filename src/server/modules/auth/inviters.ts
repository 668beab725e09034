import { type SqlBool, sql } from 'kysely';
import { auth } from '#contract/access/auth.ts';
import { employeeCards } from '#contract/access/employee-cards.ts';
import { employees } from '#contract/access/employees.ts';
import { operators } from '#contract/access/operators.ts';

/** By which operations invitations are sent. */
const toOperators = [operators.invite.code, auth.resendRegistrationToken.code];
const toCompanies = [employees.invite.code, employeeCards.create.code, auth.resendRegistrationToken.code];

const permits = (role: string, codes: readonly string[]) => sql`exists (
  select from role_permissions rp join permissions p on p.id = rp.permission_id
  where rp.role_id = ${sql.ref(role)} and p.code = any(${codes}))`;

/** The role of the invitation permits nothing that this role does not. */
const holdsAllOf = (role: string) => sql`not exists (
  select from role_permissions given where given.role_id = registration_tokens.role_id and not exists (
    select from role_permissions own where own.role_id = ${sql.ref(role)} and own.permission_id = given.permission_id))`;

/**
 * Whether whoever has sent an invitation might send it today, as `assignableRole` judges when it is sent: who was dismissed,
 * demoted or blocked meanwhile brings nobody in. True of what gives no role: own sign-ups, and debtors whom a registry names.
 * Invitations to a blocked company sleep.
 */
export const mayBeSentToday = sql<SqlBool>`(registration_tokens.role_id is null or exists (
  select from operators o join roles r on r.id = o.role_id join accounts a on a.id = o.account_id
  where o.account_id = registration_tokens.created_by and o.active and a.status = 'active'
    and case registration_tokens.kind
      when 'operator' then ${permits('o.role_id', toOperators)}
        and (r.system and r.code = 'administrator' or ${holdsAllOf('o.role_id')})
      else ${permits('o.role_id', toCompanies)} end
) or exists (
  select from memberships m join employees e on e.id = m.employee_id join accounts a on a.id = e.account_id
  where e.account_id = registration_tokens.created_by and m.active and a.status = 'active'
    and m.legal_entity_id = registration_tokens.legal_entity_id
    and ${permits('m.role_id', toCompanies)} and ${holdsAllOf('m.role_id')}
)) and not exists (
  select from legal_entities le where le.id = registration_tokens.legal_entity_id and registration_tokens.role_id is not null
    and le.verification_status = 'blocked')`;
