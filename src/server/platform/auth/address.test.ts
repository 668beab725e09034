import { describe, expect, test } from 'vitest';
import { canonicalAddress, networkOf } from './address.ts';

describe('an address', () => {
  test.each([
    ['7.7.7.7', '7.7.7.7'],
    ['7.7.7.7:1234', '7.7.7.7'],
    [' 7.7.7.7 ', '7.7.7.7'],
    ['::ffff:7.7.7.7', '7.7.7.7'],
    ['::ffff:0707:0707', '7.7.7.7'],
    ['::FFFF:707:707', '7.7.7.7'],
    ['0:0:0:0:0:ffff:7.7.7.7', '7.7.7.7'],
    ['[::ffff:7.7.7.7]:443', '7.7.7.7'],
    ['2001:DB8::1', '2001:db8::1'],
    ['2001:0db8:0000:0000:0000:0000:0000:0001', '2001:db8::1'],
    ['[2001:db8::1]:8080', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['::1', '::1'],
  ])('%s is %s', (given, address) => expect(canonicalAddress(given)).toBe(address));

  test.each([
    '',
    'unknown',
    '_hidden',
    '7.7.7',
    '7.7.7.7.7',
    '7.7.7.7:port',
    '999.1.1.1',
    ':::',
    'x'.repeat(500),
    '7.7.7.7,8.8.8.8',
  ])('«%s» is none, and counts together with all such', (given) => {
    expect(canonicalAddress(given)).toBeNull();
    expect(networkOf(given)).toBe(networkOf('junk'));
  });
});

describe('the network of an address', () => {
  test.each([
    ['7.7.7.7:1234', '7.7.7.7'],
    ['::ffff:0707:0707', '7.7.7.7'],
    ['2001:db8:0:1::5', '2001:db8:0:1'],
    ['2001:0DB8:0000:0001:ffff::', '2001:db8:0:1'],
    ['::1', '0:0:0:0'],
  ])('of %s is %s', (given, network) => expect(networkOf(given)).toBe(network));
});
