import { type Booted, password } from '../../helpers/boot.ts';
import { employeeForm, formPassword, individualForm } from '../../helpers/forms.ts';
import { letterTo } from '../../helpers/mail/letters.ts';

/** One request that opens a session. */
export interface Entrance {
  path: string;
  body: object;
}
interface WayIn {
  name: string;
  /** Makes somebody new who may enter this way. */
  prepare(testApp: Booted): Promise<Entrance>;
}

let counter = 0;
const freshEmail = (): string => `way-${++counter}@test.example`;
const byPassword = (path: string, login: string): Entrance => ({ path, body: { login, password } });

const byLetter = async (
  testApp: Booted,
  kind: 'individual' | 'employee',
  form: (testApp: Booted, email: string) => Promise<object>,
): Promise<Entrance> => {
  const email = freshEmail();
  await testApp.anonymous().post(`/api/auth/${kind}/signup`, await form(testApp, email));
  return {
    path: `/api/auth/${kind}/signin/${(await letterTo(testApp, email)).token}`,
    body: { password: formPassword },
  };
};

async function byInvitation(testApp: Booted): Promise<Entrance> {
  const email = freshEmail();
  const { client } = await testApp.operator('administrator');
  const { items } = (await client.get('/internal/operator-roles?limit=100')).body;
  const { id: roleId } = items.find(({ code }: { code: string }) => code === 'observer');
  await client.post('/internal/operators/invitations', { email, roleId });
  const { token } = await letterTo(testApp, email);
  const person = { lastName: 'Зимина', firstName: 'Вера', password: formPassword };
  return { path: `/internal/auth/operator/signin/${token}`, body: person };
}

/** Every operation that opens a session. */
export const waysIn: readonly WayIn[] = [
  {
    name: 'an individual with his password',
    prepare: async (testApp) => byPassword('/api/auth/signin', (await testApp.individual()).email),
  },
  {
    name: 'an employee with his password',
    prepare: async (testApp) => {
      const legalEntityId = await testApp.company();
      return byPassword('/api/auth/signin', (await testApp.employee({ legalEntityId, role: 'manager' })).email);
    },
  },
  {
    name: 'an operator with his password',
    prepare: async (testApp) =>
      byPassword('/internal/auth/operator/signin', (await testApp.operator('administrator')).email),
  },
  { name: 'an individual with his letter', prepare: (testApp) => byLetter(testApp, 'individual', individualForm) },
  { name: 'an employee with his letter', prepare: (testApp) => byLetter(testApp, 'employee', employeeForm) },
  { name: 'an operator with his invitation', prepare: byInvitation },
];
