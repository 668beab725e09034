import { expect, test } from 'vitest';
import { countries } from './countries.ts';
import { places, suggestPlaces } from './places.ts';

const values = (typed: string, most = 3): string[] => suggestPlaces(typed, most).map(({ value }) => value);

test('all 89 subjects of the federation are known with their clocks, and hundreds of cities', () => {
  expect(new Set(places.map(({ region }) => region)).size).toBe(89);
  expect(places.filter(({ city }) => city).length).toBeGreaterThan(400);
  expect(new Set(places.map(({ value }) => value)).size).toBe(places.length);
  expect(new Set(places.map(({ zone }) => zone)).size).toBe(11);
});

test.each([
  ['тольят', ['Самарская область, г. Тольятти']],
  ['г. Орел', ['Орловская область, г. Орёл']],
  ['самарская', ['Самарская область', 'Самарская область, г. Самара', 'Самарская область, г. Тольятти']],
  ['самарская тол', ['Самарская область, г. Тольятти']],
  ['ростов на', ['Ростовская область, г. Ростов-на-Дону']],
  ['москва', ['г. Москва']],
  ['спасск-дал', ['Приморский край, г. Спасск-Дальний']],
  ['', []],
  ['г.', []],
  ['Самарская область, г. Тольятти, ул. Мира', []],
  ['.*(+', []],
])('«%s» means %j', (typed, expected) => {
  expect(values(typed)).toEqual(expected);
});

test('who begins with what was typed comes before whoever only holds it', () => {
  expect(values('новгород')[0]).toBe('Новгородская область');
  expect(values('киров')[0]).toBe('Кировская область');
});

test.each([
  ['Самарская область, г. Тольятти', 'Europe/Samara'],
  ['Республика Алтай', 'Asia/Krasnoyarsk'],
  ['Чукотский автономный округ, г. Анадырь', 'Asia/Kamchatka'],
  ['Калининградская область', 'Europe/Kaliningrad'],
])('the clock of %s is %s', (value, zone) => {
  expect(places.find((place) => place.value === value)?.zone).toBe(zone);
});

test('all countries have a Russian name and a number of their own', () => {
  expect(countries.length).toBe(251);
  expect(new Set(countries.map(({ digits }) => digits)).size).toBe(251);
  expect(countries.filter(({ name }) => !/[а-яё]/i.test(name))).toEqual([]);
  expect(countries.filter(({ digits }) => !/^\d{3}$/.test(digits))).toEqual([]);
  expect(countries.find(({ code }) => code === 'RU')).toEqual({ code: 'RU', digits: '643', name: 'Россия' });
});
