-- The books counted anew from what has happened: agreements as they were signed with the tariff in them, payments, refunds, payouts, what
-- accountants have decided of the statement, payments of invoices. It knows docs/domain.md §8.8, §8.12 and §9, and nothing that the program
-- has counted: no allocation, fee, overpaid sum, entry or balance. Plans are without interest and penalty, so that the money which an
-- agreement holds says what of each row is paid.
create schema recount;

-- Sums on the debit of accounts, kopecks; below zero on their credit. Of a fee its payment, the VAT within it, and when it became known.
create table recount.movements (
  account text not null,
  holder bigint not null default 0,
  day date not null,
  sum bigint not null,
  fee_of bigint,
  vat bigint,
  known date
);

create function recount.moscow(at timestamptz) returns date immutable language sql as $$
  select (at at time zone 'Europe/Moscow')::date $$;

-- What of a whole belongs to a part of a total, a half goes up.
create function recount.share(whole bigint, part bigint, total bigint) returns bigint immutable language sql as $$
  select case when part = total then whole else round(whole::numeric * part / total)::bigint end $$;

-- The rate of VAT on the day of service, and what of a sum it is when it is within it.
create function recount.vat_bps(t jsonb, on_day date) returns int immutable language sql as $$
  select case when t ->> 'vatMode' = 'none' then 0 when on_day < '2026-01-01' then 2000 else 2200 end $$;
create function recount.vat_within(fee bigint, bps int) returns bigint immutable language sql as $$
  select round(fee::numeric * bps / (10000 + bps))::bigint $$;

-- The fee of a base: clamp(round(base · rate) + fixed, least, greatest), and VAT on top of it where that is not within; what is withheld is
-- no more than its base.
create function recount.whole_fee(t jsonb, base bigint, bps int) returns bigint immutable language sql as $$
  select case t ->> 'collect' when 'withhold' then least(fee, base) else fee end
  from (select round(base * (t ->> 'rateBps')::numeric / 10000)::bigint + (t ->> 'fixed')::bigint as counted) c,
    lateral (select least(greatest(counted, (t ->> 'min')::bigint), (t ->> 'max')::bigint) as bare) b,
    lateral (select bare + case t ->> 'vatMode' when 'on_top' then round(bare::numeric * bps / 10000)::bigint else 0 end as fee) f $$;

-- A fee of another day as it would be at a rate of VAT.
create function recount.at_rate(t jsonb, fee bigint, vat bigint, bps int) returns bigint immutable language sql as $$
  select case when t ->> 'vatMode' <> 'on_top' or vat = recount.vat_within(fee, bps) then fee
    else fee - vat + round((fee - vat)::numeric * bps / 10000)::bigint end $$;

-- The rows of a schedule that money covers between one sum and a larger one, oldest first, and what of each is covered by the two.
create function recount.rows_between(agreement bigint, less bigint, more bigint)
returns table (amount bigint, before bigint, after bigint) stable language sql as $$
  select amount, least(amount, greatest(0, less - start)), least(amount, greatest(0, more - start))
  from (
    select amount, sum(amount) over (order by no) - amount as start from schedule_items where settlement_id = agreement
  ) r
  where start < more and start + amount > less $$;

-- The fee of what is taken of rows: each bears its own, a part of it a share. VAT is in the same share.
create function recount.fee_of_rows(agreement bigint, t jsonb, less bigint, more bigint, on_day date, out fee bigint, out vat bigint)
stable language sql as $$
  select coalesce(sum(r1 - r0), 0),
    coalesce(sum(least(r1 - r0, recount.share(v, r1, nullif(f, 0)) - recount.share(v, r0, nullif(f, 0)))), 0)
  from recount.rows_between(agreement, less, more) r,
    lateral (select recount.vat_bps(t, on_day) as bps) b, lateral (select recount.whole_fee(t, r.amount, bps) as f) w,
    lateral (select recount.share(f, r.before, r.amount) as r0, recount.share(f, r.after, r.amount) as r1,
      recount.vat_within(f, bps) as v) s $$;

-- By what weight the fee of a payment lies on rows: a refund takes its share back by those that it opens.
create function recount.weight(agreement bigint, t jsonb, less bigint, more bigint, bps int) returns bigint stable language sql as $$
  select coalesce(sum(recount.share(recount.whole_fee(t, amount, bps), after - before, amount)), 0)
  from recount.rows_between(agreement, less, more) $$;

-- What of a fee refunds have left charged for rows that they have opened, less what was charged less for it since, at a rate of VAT.
create function recount.ahead(agreement bigint, t jsonb, moved jsonb, bps int) returns bigint stable language sql as $$
  select greatest(0, coalesce(sum((m ->> 'sign')::int * (
    recount.weight(agreement, t, (m ->> 'less')::bigint, (m ->> 'more')::bigint, bps)
      - recount.at_rate(t, (m ->> 'fee')::bigint, (m ->> 'vat')::bigint, bps))), 0))
  from jsonb_array_elements(moved) m $$;

-- What has come and gone back of an agreement, in the order in which it became known.
create function recount.events(agreement bigint)
returns table (id bigint, known date, payment bigint, amount bigint, outside boolean, refund boolean, day date) stable language sql as $$
  select h.id, recount.moscow(h.at), p.id, p.amount, p.channel = 'outside', false,
    case p.channel when 'outside' then greatest(p.paid_on, recount.moscow(s.signed_at)) else recount.moscow(p.succeeded_at) end
  from payments p join settlements s on s.id = p.settlement_id
    join status_history h on h.object_type = 'payments' and h.object_id = p.id and h.to_status = 'succeeded'
  where s.id = agreement
  union all
  select h.id, recount.moscow(h.at), r.payment_id, r.amount, false, true, recount.moscow(r.succeeded_at)
  from refunds r join status_history h on h.object_type = 'refunds' and h.object_id = r.id and h.to_status = 'succeeded'
  where r.settlement_id = agreement
  order by 1 $$;

-- The agreements: what is signed, comes in and goes back, with the fees of it.
create function recount.agreements() returns void language plpgsql as $body$
declare
  s settlements; e record; t jsonb; by_rows boolean; way text;
  -- What the agreement holds, what of a fee of its sum is charged; refunds, and payments since the first of them, with their fees.
  held bigint; charged bigint; moved jsonb; ahead bigint;
  -- Payments by their numbers, with the weight of their fees by the rate that the tariff names.
  paid jsonb; p jsonb; named int;
  taken bigint; over bigint; debt bigint; whole bigint; back bigint; opens bigint; done bigint; fee bigint; vat bigint;
begin
  for s in select * from settlements where signed_at is not null loop
    t := s.tariff; by_rows := t ->> 'base' = 'paid_amount';
    held := 0; charged := 0; moved := '[]'; paid := '{}'; named := (t ->> 'vatBps')::int;
    insert into recount.movements (account, holder, day, sum) values
      ('M10', s.id, recount.moscow(s.signed_at), s.agreed_amount),
      ('M20', s.id, recount.moscow(s.signed_at), s.debt_total - s.agreed_amount),
      ('M99', s.id, recount.moscow(s.signed_at), -s.debt_total);
    if s.close_reason = 'fulfilled' then
      insert into recount.movements (account, holder, day, sum) values
        ('M99', s.id, recount.moscow(s.closed_at), s.debt_total - s.agreed_amount),
        ('M20', s.id, recount.moscow(s.closed_at), s.agreed_amount - s.debt_total);
    end if;

    for e in select * from recount.events(s.id) loop
      way := case when e.outside or t ->> 'collect' = 'invoice' then '1200' else '2010' end;
      if not e.refund then
        taken := least(e.amount, s.agreed_amount - held); over := e.amount - taken;
        opens := 0; fee := 0; vat := 0;
        if taken > 0 and by_rows then
          select f.fee, f.vat into fee, vat from recount.fee_of_rows(s.id, t, held, held + taken, e.day) f;
          opens := recount.weight(s.id, t, held, held + taken, named);
          ahead := recount.ahead(s.id, t, moved, recount.vat_bps(t, e.day));
          if ahead > 0 and fee > 0 then
            vat := recount.share(vat, greatest(0, fee - ahead), fee);
            fee := greatest(0, fee - ahead);
          end if;
          if moved <> '[]' then
            moved := moved || jsonb_build_object('sign', -1, 'less', held, 'more', held + taken, 'fee', fee, 'vat', vat);
          end if;
        elsif taken > 0 then
          fee := recount.share(recount.whole_fee(t, s.agreed_amount, 0), held + taken, s.agreed_amount) - charged;
          fee := greatest(0, fee);
        end if;
        held := held + taken; charged := charged + fee;
        paid := paid || jsonb_build_object(e.payment, jsonb_build_object('taken', taken, 'over', over, 'fee', fee, 'vat', vat,
          'weight', opens, 'opened', 0, 'debt_back', 0, 'over_back', 0, 'fee_back', 0, 'vat_back', 0));
        insert into recount.movements (account, holder, day, sum) values
          ('M99', s.id, e.day, taken), ('M10', s.id, e.day, -taken), ('9010', 0, e.day, vat - fee), ('2050', 0, e.day, -vat);
        insert into recount.movements (account, holder, day, sum, fee_of, vat, known) values
          (way, s.legal_entity_id, e.day, fee, e.payment, vat, e.known);
        if not e.outside then
          insert into recount.movements (account, holder, day, sum) values
            ('1010', 0, e.day, e.amount), ('2010', s.legal_entity_id, e.day, -taken), ('2020', s.individual_id, e.day, -over);
        end if;
      else
        p := paid -> e.payment::text;
        -- What no debt needed goes first; then the latest rows are open again.
        over := least(e.amount, (p ->> 'over')::bigint - (p ->> 'over_back')::bigint); debt := e.amount - over;
        opens := case when by_rows then recount.weight(s.id, t, held - debt, held, named) else 0 end;
        back := (p ->> 'debt_back')::bigint + debt;
        done := back; whole := (p ->> 'taken')::bigint;
        if by_rows and (p ->> 'weight')::bigint > 0 and back <> whole then
          whole := (p ->> 'weight')::bigint; done := least(whole, (p ->> 'opened')::bigint + opens);
        end if;
        fee := case when whole = 0 then 0 else recount.share((p ->> 'fee')::bigint, done, whole) end;
        vat := case when fee = 0 then 0 else recount.share((p ->> 'vat')::bigint, fee, (p ->> 'fee')::bigint) end;
        fee := greatest(0, fee - (p ->> 'fee_back')::bigint); vat := greatest(0, vat - (p ->> 'vat_back')::bigint);
        held := held - debt; charged := charged - fee;
        if debt > 0 then
          moved := moved || jsonb_build_object('sign', 1, 'less', held, 'more', held + debt, 'fee', fee, 'vat', vat);
        end if;
        paid := paid || jsonb_build_object(e.payment, p || jsonb_build_object('opened', (p ->> 'opened')::bigint + opens,
          'debt_back', back, 'over_back', (p ->> 'over_back')::bigint + over,
          'fee_back', (p ->> 'fee_back')::bigint + fee, 'vat_back', (p ->> 'vat_back')::bigint + vat));
        insert into recount.movements (account, holder, day, sum) values
          ('1010', 0, e.day, -e.amount), ('2010', s.legal_entity_id, e.day, debt), ('2020', s.individual_id, e.day, over),
          ('M99', s.id, e.day, -debt), ('M10', s.id, e.day, debt), ('9010', 0, e.day, fee - vat), ('2050', 0, e.day, vat);
        insert into recount.movements (account, holder, day, sum, fee_of, vat, known) values
          (way, s.legal_entity_id, e.day, -fee, e.payment, -vat, e.known);
      end if;
    end loop;
  end loop;
end $body$;

-- Counts all anew.
create function recount.all() returns void language plpgsql as $body$
begin
  truncate recount.movements;
  perform recount.agreements();
  insert into recount.movements (account, holder, day, sum)
    select '2010', legal_entity_id, value_date, amount from payouts where status in ('succeeded', 'returned')
    union all select '1010', 0, value_date, -amount from payouts where status in ('succeeded', 'returned')
    union all select '1010', 0, value_date, amount from payout_returns
    union all select '2010', o.legal_entity_id, r.value_date, -r.amount from payout_returns r join payouts o on o.id = r.payout_id
    union all select case place when 'bank' then '1020' else '1010' end, 0, value_date, amount from invoice_payments
    union all select '1200', legal_entity_id, value_date, -amount from invoice_payments
    -- Money of nobody is there until it is counted to an agreement.
    union all select '1010', 0, day, theirs from differences
      where decision = 'commission' or (decision = 'unmatched' and status = 'held')
    union all select case decision when 'commission' then '9100' else '2030' end, 0, day, -theirs from differences
      where decision = 'commission' or (decision = 'unmatched' and status = 'held');
end $body$;
