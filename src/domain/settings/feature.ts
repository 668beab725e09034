/** What a company does on the platform unless an operator has turned it off for it. */
export const FEATURES = {
  simple_registries: {
    label: 'Упрощённые реестры',
    about: 'Компания загружает упрощённые реестры: заёмщик видит, кто о нём спрашивает, и отвечает без суммы долга.',
  },
  invitation_letters: {
    label: 'Приглашения письмом',
    about: 'Заёмщики из реестров, которых нет на площадке, получают письмо с приглашением.',
  },
  automatic_answers: {
    label: 'Ответы по условиям',
    about: 'На предложения заёмщиков сразу отвечают условия компании. Выключено: отвечает только менеджер.',
  },
} as const;
export type Feature = keyof typeof FEATURES;

export const features = Object.keys(FEATURES) as Feature[];
