import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../../helpers/client.ts';
import { exchange, ofEvery } from '../../helpers/exchange.ts';
import { cookiesOf } from '../../lists/helpers/downloads.ts';
import { fromNowhere } from './addresses.ts';

/**
 * What an address answers to somebody, byte for byte, as a spreadsheet is read.
 * @param body of a report, whose wishes come in it
 */
export async function bytesFrom(
  client: Client,
  path: string,
  body?: string,
): Promise<{ status: number; bytes: Buffer }> {
  const headers = { ...ofEvery, cookie: cookiesOf(client), ...fromNowhere() };
  const read = () =>
    body === undefined
      ? exchange(new URL(client.url + path), 'GET', undefined, headers)
      : exchange(new URL(client.url + path), 'POST', body, { ...headers, 'content-type': 'application/json' });
  let answer = await read();
  // A file that has just been read to its end may still be one of the two that a person has at once.
  for (let tries = 0; answer.head.statusCode === 429 && tries < 50; tries++) {
    await sleep(100);
    answer = await read();
  }
  return { status: answer.head.statusCode!, bytes: answer.bytes };
}
