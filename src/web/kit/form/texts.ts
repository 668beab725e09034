/** The words of forms. */
export const formTexts = {
  cancel: 'Отменить',
  save: 'Сохранить',
  saved: 'Изменения сохранены',
  /** What to do where what the form is about has changed meanwhile, by the code of the refusal. */
  changed: {
    'version.stale':
      'Закройте форму и откройте её снова: в ней будет то, что сохранено. Написанное здесь можно скопировать',
    'move.illegal': 'Посмотрите, что изменилось, когда закроете форму. Написанное здесь можно скопировать',
  } as Readonly<Record<string, string>>,
  leave: {
    header: 'Есть несохранённые изменения',
    message: 'Если уйти сейчас, они пропадут.',
    acceptLabel: 'Уйти без сохранения',
    rejectLabel: 'Остаться',
  },
  code: {
    title: 'Подтвердите изменение',
    lead: 'Вы меняете проверенные данные: после этого их проверят заново.',
    needed: 'Введите 6 цифр из письма',
  },
  conflict: {
    title: 'Запись изменена другим пользователем',
    lead: 'Пока вы правили, сохранили другое. Выберите для каждого поля, что останется.',
    mine: 'Ваше значение',
    theirs: 'Сохранённое',
    save: 'Сохранить выбранное',
  },
};
