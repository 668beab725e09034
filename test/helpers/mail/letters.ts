import type { Booted } from '../boot.ts';

/** A letter as its addressee reads it; `token` is the end of its link. */
interface Letter {
  subject: string;
  text: string;
  link: string;
  token: string;
}

/** The letters to an address, the newest first. */
export async function lettersTo(testApp: Booted, to: string): Promise<Letter[]> {
  const { body } = await testApp.anonymous().get(`/api/mailbox?to=${encodeURIComponent(to)}`);
  return body.items.map(({ subject, text }: { subject: string; text: string }) => {
    const link = /https?:\/\/\S+/.exec(text)?.[0] ?? '';
    return { subject, text, link, token: link.split(/[/=]/).pop() ?? '' };
  });
}

/** The newest letter to an address that is no common news of the cabinet: those come by the clock, between any two others. */
export async function letterTo(testApp: Booted, to: string): Promise<Letter> {
  const newest = (await lettersTo(testApp, to)).find(({ link }) => !link.endsWith('/notifications'));
  if (!newest) throw new Error(`No letter went to ${to}`);
  return newest;
}

/** The one-time code of the newest letter to an address. */
export async function codeTo(testApp: Booted, to: string): Promise<string> {
  const { text } = await letterTo(testApp, to);
  return /: (\d{6})(?:\.|$)/m.exec(text)![1]!;
}
