import { employeeRoles, operatorRoles } from '#contract/kernel/access.ts';
import type { DemoEntrance } from '#contract/kernel/demo-entrance.ts';
import { creditors, demoAccounts, demoPassword } from './accounts.ts';

interface Person {
  email: string;
  lastName: string;
  firstName: string;
}
const offer = ({ email, firstName, lastName }: Person, about: string) => ({
  login: email,
  name: `${firstName} ${lastName}`,
  about,
});

/** What the sign-in page of the demonstration offers to everybody. */
export const demoEntrance: DemoEntrance = {
  password: demoPassword,
  groups: [
    {
      title: 'Физлица',
      kind: 'individual',
      accounts: demoAccounts.individuals.map((person) => offer(person, person.about)),
    },
    ...Object.entries(creditors).map(([creditor, title]) => ({
      title,
      kind: 'employee' as const,
      accounts: demoAccounts.employees
        .filter((person) => person.creditor === creditor)
        .map((person) => offer(person, employeeRoles[person.role])),
    })),
    {
      title: 'Операторы',
      kind: 'operator',
      accounts: demoAccounts.operators.map((person) => offer(person, operatorRoles[person.role])),
    },
  ],
};
