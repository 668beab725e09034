import { button, defineLetter } from '#server/platform/jobs/letters.ts';

const ignore = 'Если вы не просили об этом, просто не отвечайте на письмо: ничего не изменится.';

/** The letters of sign-up, sign-in and restoring a password. */
export const authLetters = {
  confirmSignUp: defineLetter<{ name: string; link: string }>({
    subject: () => 'Подтвердите почту',
    text: ({ name, link }) =>
      `Здравствуйте, ${name}!\n\nВы регистрируетесь в сервисе «Уговор». Подтвердите почту, чтобы войти впервые: понадобится пароль, который вы задали. Ссылка действует 72 часа.\n\n${button('Подтвердить почту и войти', link)}\n\n${ignore}`,
  }),
  alreadySignedUp: defineLetter<{ link: string }>({
    subject: () => 'Вы уже зарегистрированы',
    text: ({ link }) =>
      `Здравствуйте!\n\nКто-то, скорее всего вы, попробовал зарегистрироваться с этой почтой, но учётная запись уже есть. Войдите в неё или задайте новый пароль.\n\n${button('Войти', link)}\n\n${ignore}`,
  }),
  companyIsHere: defineLetter<{ name: string }>({
    subject: () => 'Ваша компания уже зарегистрирована',
    text: ({ name }) =>
      `Здравствуйте, ${name}!\n\nКомпания с этим ИНН уже работает в сервисе «Уговор». Попросите её руководителя пригласить вас: приглашение придёт на эту почту.\n\n${ignore}`,
  }),
  invitation: defineLetter<{ company: string; link: string }>({
    subject: () => 'Вас пригласили в компанию',
    text: ({ company, link }) =>
      `Здравствуйте!\n\nВас пригласили работать в сервисе «Уговор» от имени компании ${company}. Ссылка действует 72 часа.\n\n${button('Принять приглашение', link)}\n\n${ignore}`,
  }),
  operatorInvitation: defineLetter<{ link: string }>({
    subject: () => 'Вас пригласили в команду «Уговора»',
    text: ({ link }) =>
      `Здравствуйте!\n\nАдминистратор пригласил вас работать оператором сервиса «Уговор». Назовите себя и задайте пароль. Ссылка действует 72 часа и только один раз.\n\n${button('Принять приглашение', link)}\n\n${ignore}`,
  }),
  restorePassword: defineLetter<{ link: string }>({
    subject: () => 'Новый пароль',
    text: ({ link }) =>
      `Здравствуйте!\n\nВы просили новый пароль. Ссылка действует 30 минут и только один раз.\n\n${button('Задать новый пароль', link)}\n\n${ignore}`,
  }),
  /** To the former address, which opens nothing any more: no link for a new password comes to it. */
  emailChanged: defineLetter<{ support: string | null; link: string }>({
    subject: () => 'Изменены данные для входа',
    text: ({ support, link }) =>
      `Здравствуйте!\n\nВ вашей учётной записи изменена почта: войти по этой больше нельзя, и ссылка для нового пароля на неё не придёт. Остальные сеансы завершены.\n\nЕсли почту сменили не вы, сразу напишите в поддержку${support === null ? '' : ` на ${support}`} — с этой почты, чтобы мы вас узнали. Если это были вы, ничего делать не нужно.\n\n${button('Написать в поддержку', link)}`,
  }),
  contactsChanged: defineLetter<{ what: string; link: string }>({
    subject: () => 'Изменены данные для входа',
    text: ({ what, link }) =>
      `Здравствуйте!\n\nВ вашей учётной записи ${what}, остальные сеансы завершены. Если это были не вы, сразу задайте новый пароль и напишите в поддержку.\n\n${button('Восстановить доступ', link)}`,
  }),
  newDevice: defineLetter<{ at: string; network: string; link: string }>({
    subject: () => 'Вход с нового устройства',
    text: ({ at, network, link }) =>
      `Здравствуйте!\n\nВ вашу учётную запись вошли с устройства или браузера, с которого раньше не входили: ${at}, сетевой адрес ${network}.\n\nЕсли это были вы, ничего делать не нужно. Если нет, сразу задайте новый пароль: все сеансы завершатся.\n\n${button('Задать новый пароль', link)}`,
  }),
  passwordChanged: defineLetter<{ link: string }>({
    subject: () => 'Пароль изменён',
    text: ({ link }) =>
      `Здравствуйте!\n\nПароль вашей учётной записи изменён, остальные сеансы завершены. Если это были не вы, сразу задайте новый пароль.\n\n${button('Восстановить доступ', link)}`,
  }),
  secondFactorChanged: defineLetter<{ state: string }>({
    subject: () => 'Второй фактор входа',
    text: ({ state }) =>
      `Здравствуйте!\n\nВторой фактор вашей учётной записи ${state}, остальные сеансы завершены. Если это были не вы, смените пароль и напишите в поддержку.`,
  }),
};
