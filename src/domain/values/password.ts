import { characters } from './words.ts';

/** What a strength estimator returns: the score is 0 (guessed at once) to 4; common means found in a list of passwords. */
export type PasswordEstimate = { readonly score: number; readonly common: boolean };

/** The estimator is passed in, because its dictionaries are megabytes and live outside of the rules. */
export type EstimatePassword = (password: string, personal: readonly string[]) => PasswordEstimate;

/** Bounds of a password in characters (code points). */
const PASSWORD_MIN = 8;
const PASSWORD_MAX = 128;

const LONG_ENOUGH = 12;
const GOOD_SCORE = 3;

/** The name of the service is guessed first of all. */
const SERVICE_NAMES = ['уговор', 'ugovor'];

/** Shorter words, as the name «Ян», occur inside innocent passwords. */
const TELLING_LENGTH = 4;

/**
 * Judges a new password: null when it may be taken, otherwise the Russian reason.
 * The password is taken exactly as typed, with its spaces and any letters. `personal` holds what others know of the
 * person: names, e-mail, phone. The length is judged first, so the estimator never sees an endless text.
 */
export function judgePassword(
  password: string,
  personal: readonly string[],
  estimate: EstimatePassword,
): string | null {
  const length = characters(password);
  if (length < PASSWORD_MIN) return `Пароль должен быть не короче ${PASSWORD_MIN} символов`;
  if (length > PASSWORD_MAX) return `Пароль должен быть не длиннее ${PASSWORD_MAX} символов`;
  if (containsPersonal(password, personal)) return 'Пароль не должен содержать ваши имя, почту или телефон';
  if (SERVICE_NAMES.some((name) => password.toLowerCase().includes(name))) {
    return 'Пароль не должен содержать название «Уговор»';
  }
  const { score, common } = estimate(password, personal);
  if (common) return 'Этот пароль слишком распространён';
  if (length < LONG_ENOUGH && score < GOOD_SCORE) {
    return `Пароль слишком простой: возьмите ${LONG_ENOUGH} символов или добавьте разные знаки`;
  }
  return null;
}

function containsPersonal(password: string, personal: readonly string[]): boolean {
  const typed = password.toLowerCase();
  return personal.flatMap(recognizableParts).some((part) => typed.includes(part));
}

/** An e-mail tells its owner by the part before @ already, a phone without its country code. */
function recognizableParts(value: string): string[] {
  const known = value.trim().toLowerCase();
  return [known, known.split('@')[0] ?? '', known.replace(/^\+7/, '')].filter(
    (part) => characters(part) >= TELLING_LENGTH,
  );
}
