import { expect, test } from 'vitest';
import { zoneOfAddress } from './regions.ts';

test.each([
  ['121099, г. Москва, ул. Новосибирская, д. 1', 'Europe/Moscow'],
  ['Москва г, Арбат ул', 'Europe/Moscow'],
  ['630000, Новосибирская обл., г. Бердск, ул. Московская, 5', 'Asia/Krasnoyarsk'],
  ['Омская область, г. Омск', 'Asia/Omsk'],
  ['Томская обл, г Томск', 'Asia/Krasnoyarsk'],
  ['Сахалинская область, г. Южно-Сахалинск', 'Asia/Magadan'],
  ['Республика Саха (Якутия), г. Якутск', 'Asia/Yakutsk'],
  ['Саха /Якутия/ Респ, Мирный г', 'Asia/Yakutsk'],
  ['Ямало-Ненецкий АО, г. Новый Уренгой', 'Asia/Yekaterinburg'],
  ['Ненецкий автономный округ, г. Нарьян-Мар', 'Europe/Moscow'],
  ['Ханты-Мансийский автономный округ - Югра, г. Сургут', 'Asia/Yekaterinburg'],
  ['ХМАО-Югра, Сургут', 'Asia/Yekaterinburg'],
  ['Приморский край, г. Владивосток, ул. Светланская', 'Asia/Vladivostok'],
  ['Алтайский край, г. Барнаул', 'Asia/Krasnoyarsk'],
  ['Республика Башкортостан, г. Благовещенск', 'Asia/Yekaterinburg'],
  ['Амурская обл., г. Благовещенск', 'Asia/Yakutsk'],
  ['Чувашская Республика - Чувашия, г. Чебоксары', 'Europe/Moscow'],
  ['Калининградская область, г. Советск', 'Europe/Kaliningrad'],
  ['Камчатский край, г. Петропавловск-Камчатский', 'Asia/Kamchatka'],
  ['Россия, Самарская область, г. Тольятти', 'Europe/Samara'],
])('«%s» is in %s', (address, zone) => expect(zoneOfAddress(address)).toBe(zone));

test.each(['', 'ул. Иркутская, г. Иркутск', 'дом без адреса', 'г. Советск, ул. Омская', ','.repeat(100_000)])(
  '«%.40s» tells no clock',
  (address) => expect(zoneOfAddress(address)).toBeNull(),
);
