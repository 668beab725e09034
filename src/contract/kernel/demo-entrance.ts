import type { Kind } from './access.ts';

/** The accounts of a demonstration, by groups, and the password of them all: anybody may be any of them. */
export interface DemoEntrance {
  password: string;
  groups: { title: string; kind: Kind; accounts: { login: string; name: string; about: string }[] }[];
}

/** By this id a page finds them in the document that the server has sent; a configured server sends none. */
export const demoEntranceId = 'demo-entrance';
