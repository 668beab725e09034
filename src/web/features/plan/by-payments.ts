const units = ['', 'одним', 'двумя', 'тремя', 'четырьмя', 'пятью', 'шестью', 'семью', 'восемью', 'девятью'];
const teens = [
  'десятью',
  'одиннадцатью',
  'двенадцатью',
  'тринадцатью',
  'четырнадцатью',
  'пятнадцатью',
  'шестнадцатью',
  'семнадцатью',
  'восемнадцатью',
  'девятнадцатью',
];
const tens = ['', '', 'двадцатью', 'тридцатью', 'сорока', 'пятьюдесятью', 'шестьюдесятью'];

/** «одним платежом», «шестью платежами»: how a sum is paid, for as many payments as a plan may have. */
export function byPayments(count: number): string {
  const [ten, unit] = [Math.floor(count / 10), count % 10];
  const words = ten === 1 ? [teens[unit]] : [tens[ten], units[unit]];
  return [...words.filter(Boolean), unit === 1 && ten !== 1 ? 'платежом' : 'платежами'].join(' ');
}
