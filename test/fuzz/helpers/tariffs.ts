import fc from 'fast-check';
import type { Booted } from '../../helpers/boot.ts';

/** Ways of counting a fee that hold together, and days that nobody has taken. */
export const tariffHints = {
  rateBps: fc.constantFrom(300, 500),
  min: fc.constant(0),
  max: fc.constant(null),
  vatBps: fc.constant(2000),
  validFrom: fc.constantFrom('2099-01-01', '2100-01-01'),
  validTo: fc.constant(null),
  from: fc.constant('2026-01-01'),
  to: fc.constant('2026-12-31'),
};

/** A tariff whose days are so far that no settlement of a test has it. */
export async function makeTariff(testApp: Booted): Promise<number> {
  const { rows } = await testApp.app.database.pool.query(
    `insert into tariffs (name, payer, base, rate_bps, vat_mode, collect, valid_from)
     values ('Дальний', 'creditor', 'paid_amount', 300, 'none', 'withhold', '2099-01-01') returning id`,
  );
  return rows[0].id;
}
