import * as z from 'zod';

/** By what people are told beside letters. What is not configured does not exist (docs/decisions/0183). */
export interface ChannelConfig {
  /** The gateway of SMS: where it is and the key of the signatures both ways. */
  sms: { url: string; key: string; keyBefore?: string | undefined } | undefined;
  /** Whom push services write to, and the origins of services that are called beside those of the known browsers. */
  push: { contact: string; origins: readonly string[] } | undefined;
  /** A bot that speaks the Bot API, and the page that opens it. */
  messenger: { url: string; token: string; page: string } | undefined;
}

const address = z.string().refine((value) => /^https?:$/.test(URL.parse(value)?.protocol ?? ''), {
  message: 'нужен адрес http://… или https://…',
});
const signingKey = z.string().min(32, 'нужно не меньше 32 знаков');

/** The variables of the channels, as `config.ts` has those of everything else. */
export const channelVariables = {
  SMS_URL: address.optional(),
  SMS_KEY: signingKey.optional(),
  SMS_KEY_BEFORE: signingKey.optional(),
  PUSH_CONTACT: z
    .string()
    .regex(/^(mailto:\S+@\S+|https:\/\/\S+)$/, 'нужен адрес mailto:… или https://…')
    .optional(),
  PUSH_ORIGINS: z
    .string()
    .transform((value) => value.split(',').map((one) => URL.parse(one.trim())?.origin ?? ''))
    .refine((origins) => origins.every((origin) => /^https?:/.test(origin)), 'нужны адреса через запятую')
    .optional(),
  MESSENGER_URL: address.optional(),
  MESSENGER_TOKEN: z
    .string()
    .regex(/^[\w:-]{20,100}$/, 'нужен токен бота')
    .optional(),
  MESSENGER_PAGE: address.optional(),
};

type Given = z.output<z.ZodObject<typeof channelVariables>>;

/** @throws Error with one clear Russian line when half of a channel is configured */
export function channelsOf(given: Given): ChannelConfig {
  return { sms: smsOf(given), push: pushOf(given), messenger: messengerOf(given) };
}

const missing = (name: string, beside: string): never => {
  throw new Error(`Неверная настройка ${name}: с ${beside} её нужно задать`);
};
const trimmed = (url: string): string => url.replace(/\/$/, '');

function smsOf({ SMS_URL: url, SMS_KEY: key, SMS_KEY_BEFORE: keyBefore }: Given): ChannelConfig['sms'] {
  if (url === undefined) return undefined;
  return {
    url: trimmed(url),
    key: key ?? missing('SMS_KEY', 'SMS_URL'),
    ...(keyBefore !== undefined && { keyBefore }),
  };
}

function pushOf({ PUSH_CONTACT: contact, PUSH_ORIGINS: origins = [] }: Given): ChannelConfig['push'] {
  return contact === undefined ? undefined : { contact, origins };
}

function messengerOf({
  MESSENGER_URL: url,
  MESSENGER_TOKEN: token,
  MESSENGER_PAGE: page,
}: Given): ChannelConfig['messenger'] {
  if (token === undefined) return undefined;
  return {
    url: trimmed(url ?? missing('MESSENGER_URL', 'MESSENGER_TOKEN')),
    token,
    page: trimmed(page ?? missing('MESSENGER_PAGE', 'MESSENGER_TOKEN')),
  };
}
