import { characterCount } from './text/words.ts';

/** What is known of passwords. It is passed in, because its dictionaries are megabytes and live outside of the rules. */
export interface PasswordEstimator {
  /** Whether it stands in a list of passwords. */
  isCommon(password: string): boolean;
  /** 0 (guessed at once) to 4. The work grows faster than the password, so that only short ones are given to it. */
  scoreOf(password: string, personal: readonly string[]): number;
}

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
 * person: names, e-mail, phone. What is long enough is looked for in the list of common ones alone.
 */
export function judgePassword(
  password: string,
  personal: readonly string[],
  estimator: PasswordEstimator,
): string | null {
  const length = characterCount(password);
  if (length < PASSWORD_MIN) return `Пароль должен быть не короче ${PASSWORD_MIN} символов`;
  if (length > PASSWORD_MAX) return `Пароль должен быть не длиннее ${PASSWORD_MAX} символов`;
  if (containsPersonal(password, personal)) return 'Пароль не должен содержать ваши имя, почту или телефон';
  if (SERVICE_NAMES.some((name) => password.toLowerCase().includes(name))) {
    return 'Пароль не должен содержать название «Уговор»';
  }
  if (estimator.isCommon(password)) return 'Этот пароль слишком распространён';
  if (length < LONG_ENOUGH && estimator.scoreOf(password, personal) < GOOD_SCORE) {
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
    (part) => characterCount(part) >= TELLING_LENGTH,
  );
}
