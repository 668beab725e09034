/** A role that an invitation gives, in the middle of a text. */
const asRole = (role: string | null): string => (role ? ` Ваша роль: ${role}.` : '');

interface Invited {
  company: string;
  role: string | null;
  email: string;
}

/** The words of signing in and up. */
export const texts = {
  signInAgain: {
    title: 'Войдите снова',
    text: 'Сеанс закончился. Всё, что вы заполняли, на месте: войдите, и работа продолжится.',
    giveUp: 'Выйти',
  },
  signIn: {
    title: 'Вход',
    who: 'Кто входит',
    kinds: { individual: 'Физлицо', employee: 'Компания', operator: 'Оператор' },
    /** The same whatever was chosen and whoever asks: whether there is such an account nobody learns. */
    checkKind: 'Проверьте и то, что выбрано сверху: физлицо, компания или оператор.',
    login: 'Почта или телефон',
    password: 'Пароль',
    submit: 'Войти',
    forgotten: 'Забыли пароль?',
    noAccount: 'Ещё нет учётной записи?',
    signUp: 'Зарегистрироваться',
    codeTitle: 'Подтвердите вход',
    codeHint: 'Шесть цифр из приложения-аутентификатора или один из кодов восстановления',
    code: 'Код',
    back: 'Назад',
  },
  demo: {
    title: 'Войти для пробы',
    lead: 'Это демонстрация: нажмите на имя и войдёте.',
  },
  restore: {
    askTitle: 'Новый пароль',
    askLead: 'Укажите почту учётной записи, и мы пришлём ссылку, по которой можно задать новый пароль.',
    email: 'Почта',
    ask: 'Прислать ссылку',
    backToSignIn: 'Вернуться ко входу',
    title: 'Задайте новый пароль',
    submit: 'Сохранить пароль',
    done: 'Пароль изменён. Войдите с новым паролем.',
    toSignIn: 'Войти',
    askAgain: 'Запросить новую ссылку можно на странице входа: «Забыли пароль?»',
  },
  password: {
    label: 'Пароль',
    fresh: 'Новый пароль',
    repeat: 'Повторите пароль',
    hint: 'Не короче 8 знаков. Длинная фраза лучше набора символов.',
  },
  signUp: {
    title: 'Регистрация',
    who: 'Кто регистрируется',
    kinds: { individual: 'Физлицо', employee: 'Компания' },
    person: 'О вас',
    representative: 'О представителе',
    company: 'О компании',
    entry: 'Для входа',
    lastName: 'Фамилия',
    firstName: 'Имя',
    middleName: 'Отчество',
    birthDate: 'Дата рождения',
    inn: 'ИНН',
    personInnHint: 'Помогает кредитору найти вас; можно указать позже',
    fullName: 'Полное наименование',
    fullNameHint: 'Как в уставе: Общество с ограниченной ответственностью «…»',
    shortName: 'Краткое наименование',
    position: 'Должность',
    email: 'Почта',
    phone: 'Телефон',
    submit: 'Зарегистрироваться',
    mustBeFilled: 'Поле должно быть заполнено',
    haveAccount: 'Уже зарегистрированы?',
    signIn: 'Войти',
    invited: (company: string, role: string | null, email: string) =>
      `Вас пригласили работать от имени компании ${company}.${asRole(role)} Войти можно будет по почте ${email}.`,
    invitedDebtor: (company: string, email: string) =>
      `${company} предлагает договориться о долге. Зарегистрируйтесь: входить будете по почте ${email}. Подтверждать её отдельно не нужно.`,
    invitedOperator: (role: string | null, email: string) =>
      `Вас пригласили работать оператором.${asRole(role)} Назовите себя и задайте пароль: входить будете по почте ${email}.`,
    enter: 'Войти в «Уговор»',
    whyInn: 'По ИНН мы найдём ваш долг, как только вас проверят',
    invitedWithAccount: 'У меня уже есть учётная запись',
    signInToJoin: 'Войдите со своим паролем: приглашение откроется снова.',
  },
  signedIn: {
    title: 'Вы уже вошли',
    whose: {
      individual: ({ company, email }: Invited) =>
        `${company} предлагает договориться о долге тому, чья почта ${email}.`,
      employee: ({ company, role, email }: Invited) =>
        `Компания ${company} приглашает на работу того, чья почта ${email}.${role ? ` Роль: ${role}.` : ''}`,
      operator: ({ role, email }: Invited) => `Приглашён оператор, чья почта ${email}.${role ? ` Роль: ${role}.` : ''}`,
    },
    registration: 'Эта ссылка завершает новую регистрацию.',
    who: (name: string, email: string) => `Вы вошли как ${name}, ${email}.`,
    another: 'Если ссылка ваша, выйдите: она откроется снова.',
    accept: 'Принять приглашение',
    accepted: 'Приглашение принято',
    signOut: 'Выйти и продолжить',
    stay: 'Остаться',
  },
  consents: {
    title: 'Согласия',
    lead: 'Каждый документ подписывается отдельно.',
    read: 'Регистрируясь, вы принимаете',
    terms: 'пользовательское соглашение',
    and: 'и можете прочитать',
    privacy: 'политику обработки персональных данных',
    required: 'обязательно',
    mustAgree: 'Без этого согласия зарегистрироваться нельзя',
    retry: 'Повторить',
  },
  sent: {
    title: 'Письмо отправлено',
    mailbox: 'Открыть почтовый ящик демонстрации',
  },
  confirm: {
    title: 'Подтвердите почту',
    lead: 'Введите пароль, который вы задали при регистрации, и мы подтвердим вашу почту и откроем личный кабинет.',
    password: 'Пароль',
    hint: 'Не вы регистрировались? Закройте страницу: без пароля ничего не произойдёт.',
    submit: 'Подтвердить и войти',
    checking: 'Проверяем ссылку…',
    dead: 'Ссылка недействительна или уже использована',
    deadHint:
      'Если вы уже подтвердили почту, просто войдите. Если нет, зарегистрируйтесь ещё раз: придёт новая ссылка.',
    signIn: 'Войти',
    signUp: 'Зарегистрироваться',
  },
};
