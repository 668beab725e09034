import { choice } from '../values/choice.ts';

/** Часовой пояс (column 16): one zone for each clock of Russia, the others of the same clock are its aliases. */
export const timeZones = [
  choice('Europe/Kaliningrad', 'МСК−1', 'МСК-1', 'МСК–1', 'Калининград', 'UTC+2'),
  choice('Europe/Moscow', 'МСК', 'МСК+0', 'Москва', 'UTC+3', 'Europe/Simferopol', 'Europe/Kirov', 'Europe/Volgograd'),
  choice('Europe/Samara', 'МСК+1', 'Самара', 'UTC+4', 'Europe/Astrakhan', 'Europe/Saratov', 'Europe/Ulyanovsk'),
  choice('Asia/Yekaterinburg', 'МСК+2', 'Екатеринбург', 'UTC+5'),
  choice('Asia/Omsk', 'МСК+3', 'Омск', 'UTC+6'),
  choice(
    'Asia/Krasnoyarsk',
    'МСК+4',
    'Красноярск',
    'UTC+7',
    'Asia/Novosibirsk',
    'Asia/Barnaul',
    'Asia/Tomsk',
    'Asia/Novokuznetsk',
  ),
  choice('Asia/Irkutsk', 'МСК+5', 'Иркутск', 'UTC+8'),
  choice('Asia/Yakutsk', 'МСК+6', 'Якутск', 'UTC+9', 'Asia/Chita', 'Asia/Khandyga'),
  choice('Asia/Vladivostok', 'МСК+7', 'Владивосток', 'UTC+10', 'Asia/Ust-Nera'),
  choice('Asia/Magadan', 'МСК+8', 'Магадан', 'UTC+11', 'Asia/Sakhalin', 'Asia/Srednekolymsk'),
  choice('Asia/Kamchatka', 'МСК+9', 'Камчатка', 'UTC+12', 'Asia/Anadyr'),
] as const;
