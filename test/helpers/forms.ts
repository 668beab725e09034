import type { Booted } from './boot.ts';

export const formPassword = 'лес-Ветер-7-поле';

const requiredConsents = async (testApp: Booted, audience: string): Promise<number[]> => {
  const { body } = await testApp.anonymous().get(`/api/consent-documents?audience=${audience}`);
  return body.items.filter((one: { required: boolean }) => one.required).map((one: { id: number }) => one.id);
};

/** A right sign-up of an individual. */
export const individualForm = async (testApp: Booted, email: string) => ({
  lastName: 'Кузнецова',
  firstName: 'Анна',
  birthDate: '1991-02-03',
  email,
  phone: '8 916 123-45-67',
  password: formPassword,
  consents: await requiredConsents(testApp, 'individual'),
});

/** A right sign-up of an employee with a new company. */
export const employeeForm = async (testApp: Booted, email: string) => ({
  lastName: 'Кравцов',
  firstName: 'Алексей',
  email,
  phone: '+79161112233',
  password: formPassword,
  company: { inn: '7728168971', fullName: 'ООО «Гамма»', shortName: 'Гамма' },
  consents: await requiredConsents(testApp, 'employee'),
});
