/**
 * The error catalogue: each refusal of the system has one code, one status and one Russian sentence.
 * An operation declares the codes beyond those that follow from its shape (see `statusesOf` in op.ts).
 */
export const errors = {
  'input.invalid': [400, 'Проверьте поля: в них есть ошибки'],
  'input.json': [400, 'Тело запроса не разобрано: ожидается правильный JSON'],
  'input.query': [400, 'Строка запроса не разобрана'],
  'signature.wrong': [400, 'Подпись сообщения неверна или устарела'],
  'session.none': [401, 'Войдите, чтобы продолжить'],
  'session.code_required': [401, 'Введите код второго фактора'],
  'auth.wrong': [401, 'Неверный логин или пароль'],
  'auth.code_wrong': [401, 'Неверный код второго фактора'],
  'access.denied': [403, 'Недостаточно прав для этого действия'],
  'access.foreign_origin': [403, 'Запрос пришёл с чужого сайта и отклонён'],
  'access.voucher_needed': [
    403,
    'За вас ещё никто не поручился. Попросите об этом администратора, который вас не приглашал и не давал вам роль',
  ],
  'access.second_factor_needed': [403, 'Сначала включите второй фактор входа в профиле'],
  'authority.needed': [403, 'Чтобы подписать от имени компании, нужна доверенность'],
  'company.blocked': [403, 'Компания заблокирована: доступен только просмотр'],
  'object.absent': [404, 'Не найдено'],
  'route.absent': [404, 'Такого адреса нет'],
  'method.absent': [405, 'Это действие здесь не поддерживается'],
  'version.stale': [409, 'Запись изменена другим пользователем'],
  'move.illegal': [409, 'Действие недоступно в текущем статусе'],
  'contact.refused': [409, 'Закон сейчас не разрешает этот контакт'],
  'idempotency.running': [409, 'Такой же запрос ещё выполняется'],
  'code.wrong': [409, 'Код неверный или его время вышло'],
  'code.needed': [409, 'Подтвердите это кодом из письма'],
  'token.dead': [409, 'Ссылка недействительна или уже использована'],
  'role.system': [409, 'Системную роль нельзя изменить: создайте её копию'],
  'dictionary.in_use': [409, 'Запись используется: сначала уберите её из карточек и тарифов'],
  'role.in_use': [409, 'Роль назначена людям: сначала назначьте им другую'],
  'role.last_head': [409, 'Нельзя лишить компанию последнего действующего руководителя'],
  'role.last_administrator': [409, 'Нельзя лишить систему последнего действующего администратора'],
  'role.beyond_own': [409, 'Нельзя дать право, которого нет у вас самих'],
  'permission.system': [409, 'Системное право нельзя изменить: создайте его копию'],
  'permission.in_use': [409, 'Право есть в ролях: сначала уберите его оттуда'],
  'account.blocked': [409, 'Учётная запись заблокирована'],
  'account.own': [409, 'Для своей учётной записи это делают в профиле'],
  'second_factor.on': [409, 'Второй фактор уже включён'],
  'second_factor.off': [409, 'Второй фактор не включён'],
  'verification.own_edit': [409, 'Проверять должен не тот, кто менял данные'],
  'verification.duplicate': [409, 'С этим ИНН уже есть проверенная запись'],
  'approval.own': [409, 'Решение принимает не тот, кто его предложил'],
  'approval.closed': [409, 'Предложение больше не ждёт решения: о нём уже решили, его срок вышел или его сняли'],
  'employee.exists': [409, 'Этот сотрудник уже работает в компании'],
  'employee.dismissed': [409, 'Этот человек уволен: чтобы он вернулся, пригласите его снова, и он решит сам'],
  'operator.exists': [409, 'Оператор с этой почтой уже есть'],
  'registry.busy': [409, 'Реестр сейчас обрабатывается: дождитесь окончания'],
  'registry.absent_changed': [409, 'Число отсутствующих записей изменилось: посмотрите отчёт ещё раз'],
  'entry.frozen': [409, 'По этой записи идёт сделка'],
  'entry.settled': [409, 'Долг по этой записи погашен по соглашению'],
  'feature.off': [409, 'Эта функция у компании выключена'],
  'company.unverified': [409, 'Принимать реестры может только проверенная компания'],
  'request.exists': [409, 'По этому долгу уже есть заявка'],
  'offer.replaced': [409, 'Эти условия уже не действуют: посмотрите новые'],
  'offer.own': [409, 'Это ваше предложение: теперь должна ответить другая сторона'],
  'document.absent': [409, 'Соглашение ещё не заключено'],
  'certificate.absent': [409, 'Справка выдаётся, когда урегулирование исполнено и закрыто'],
  'document.unmade': [409, 'Документ готовится: попробуйте через несколько секунд'],
  'file.held': [409, 'Файл ещё проверяется на вирусы: откройте его через несколько минут'],
  'file.infected': [409, 'В файле найден вирус: он не открывается'],
  'quota.exceeded': [409, 'Места для файлов больше нет: удалите ненужные или напишите в поддержку'],
  'payment.open': [409, 'По этому соглашению уже начат другой платёж: завершите его или отмените'],
  'payment.unavailable': [409, 'Оплата на этой площадке сейчас недоступна'],
  'close.not_over': [409, 'Этот день ещё не кончился: закрыть его можно после полуночи по Москве'],
  'close.under_way': [409, 'День уже закрывается: дождитесь окончания'],
  'partner.silent': [409, 'Платёжный партнёр сейчас не отвечает: попробуйте через минуту'],
  'channel.unavailable': [409, 'Этого способа сообщать на площадке нет'],
  'rnko.unavailable': [409, 'Идентификация в РНКО на этой площадке сейчас недоступна'],
  'rnko.incomplete': [409, 'Для РНКО не хватает данных'],
  'support.unavailable': [409, 'Написать отсюда сейчас нельзя: на этой площадке не указан адрес поддержки'],
  'consent.needed': [409, 'Нужно ваше согласие на передачу данных: дайте его здесь или в профиле'],
  'rules.needed': [409, 'Чтобы подписать, примите Правила простой электронной подписи в профиле, в «Согласиях»'],
  'consent.fixed': [409, 'Этот документ нельзя отозвать отдельно'],
  'request.impossible': [409, 'Сейчас такую заявку подать нельзя'],
  'body.too_large': [413, 'Запрос слишком велик'],
  'body.type': [415, 'Такой вид тела запроса не поддерживается'],
  'idempotency.reused': [422, 'Этот ключ повтора уже использован с другими данными'],
  'rate.limited': [429, 'Слишком много попыток. Подождите и попробуйте снова'],
  'file.lost': [500, 'Содержимого этого файла нет в хранилище. Напишите в поддержку: мы уже знаем об ошибке'],
  'server.failed': [500, 'Что-то пошло не так. Мы уже знаем об ошибке'],
  'files.silent': [503, 'Хранилище файлов сейчас не отвечает. Повторите через несколько минут'],
  'server.busy': [503, 'Сервис перегружен. Попробуйте через минуту'],
  'storage.full': [
    507,
    'На сервере закончилось место, и ничего не сохранено. Администраторы предупреждены: повторите позже',
  ],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type ErrorCode = keyof typeof errors;

/** Field messages, by dotted path of the field in the body or query, one sentence each. */
export type FieldErrors = Record<string, string>;

/** What every failed answer carries. `incident` is the number under which the log knows the request. */
export interface ErrorAnswer {
  code: ErrorCode;
  message: string;
  fields?: FieldErrors;
  incident: string;
}

export const statusOf = (code: ErrorCode): number => errors[code][0];
export const messageOf = (code: ErrorCode): string => errors[code][1];

/**
 * A designed refusal. Thrown anywhere under an operation it becomes the error answer.
 * With `commits` what the operation has written before refusing stays (a failed sign-in is counted, for example).
 */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly fields: FieldErrors | undefined;
  readonly commits: boolean;
  /** Says more precisely than the catalogue what stands in the way; never holds personal data. */
  readonly detail: string | undefined;
  /** After how many seconds the same may be tried again, where that is known. */
  readonly retrySeconds: number | undefined;

  constructor(
    code: ErrorCode,
    options: { fields?: FieldErrors; commits?: boolean; detail?: string; retrySeconds?: number } = {},
  ) {
    super(code);
    this.code = code;
    this.fields = options.fields;
    this.commits = options.commits ?? false;
    this.detail = options.detail;
    this.retrySeconds = options.retrySeconds;
  }
}
