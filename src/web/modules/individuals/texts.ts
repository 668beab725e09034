import type { VerificationStatus } from '#domain/verification.ts';

/** The words of the individuals' pages. */
export const texts = {
  title: 'Физлица',
  searchHint: 'ФИО, ИНН, телефон или почта',
  columns: {
    name: 'ФИО',
    inn: 'ИНН',
    phone: 'Телефон',
    email: 'Почта',
    status: 'Статус',
    pendingSince: 'Ждёт проверки',
    createdAt: 'Создан',
    id: '№',
  },
  filters: { createdFrom: 'Создан с', createdTo: 'Создан по' },
  empty: 'Здесь появятся люди, с которыми у вас есть дело.',
  own: {
    greeting: (name: string) => `Здравствуйте, ${name}!`,
    next: 'Что делать дальше',
    complete: 'Заполнить и отправить на проверку',
    open: 'Открыть мои данные',
    returned: 'Проверяющий вернул анкету с замечаниями. Исправьте отмеченное и отправьте её снова.',
    data: 'Ваши данные',
    name: 'ФИО',
    birthDate: 'Дата рождения',
    inn: 'ИНН',
    snils: 'СНИЛС',
    phone: 'Телефон',
    email: 'Почта',
    retry: 'Повторить',
    loading: 'Загружаем ваши данные…',
    steps: {
      unverified: 'Проверьте свои данные. Когда появятся предложения кредиторов, мы напишем вам на почту.',
      pending: 'Мы проверяем ваши данные. Обычно это занимает один рабочий день, отвечать ни на что не нужно.',
      verified: 'Данные подтверждены. Когда кредитор предложит условия, вы увидите их здесь.',
      blocked: 'Доступ к сделкам закрыт. Ответьте на письмо поддержки, и мы вместе разберёмся.',
    } satisfies Record<VerificationStatus, string>,
  },
};
