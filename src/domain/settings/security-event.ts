/**
 * What the system notices of attempts to get past its rules. Events of one kind from one source in one minute are one row
 * with a number.
 *
 * `fromOne` and `inAll` are the numbers in a quarter of an hour at which administrators are told: from one source (a
 * network, a login, an account), and from everywhere. They are well above what honest people reach by mistake, and
 * below what an attack needs to get anywhere.
 */
export const SECURITY_EVENTS = {
  sign_in_failed: { label: 'Неверный логин или пароль', fromOne: 30, inAll: 300 },
  sign_in_locked: { label: 'Вход закрыт после неверных попыток', fromOne: 10, inAll: 50 },
  second_factor_wrong: { label: 'Неверный код второго фактора', fromOne: 5, inAll: 30 },
  password_wrong: { label: 'Неверный пароль при изменении данных входа', fromOne: 5, inAll: 30 },
  code_wrong: { label: 'Неверный код из письма', fromOne: 10, inAll: 100 },
  link_wrong: { label: 'Недействительная ссылка из письма', fromOne: 30, inAll: 100 },
  foreign_origin: { label: 'Запрос с чужого сайта', fromOne: 20, inAll: 100 },
  signature_wrong: { label: 'Подпись партнёра неверна', fromOne: 3, inAll: 10 },
  access_denied: { label: 'Отказано в доступе', fromOne: 30, inAll: 300 },
  object_absent: { label: 'Чужой или отсутствующий объект', fromOne: 50, inAll: 500 },
  content_blocked: { label: 'Браузер остановил чужой код на странице', fromOne: 20, inAll: 100 },
} as const satisfies Record<string, { label: string; fromOne: number; inAll: number }>;

export type SecurityEventKind = keyof typeof SECURITY_EVENTS;
export const securityEventKinds = Object.keys(SECURITY_EVENTS) as SecurityEventKind[];

/** The numbers above are of so many minutes, and administrators are told of a kind at most once in them. */
export const alertMinutes = 15;
