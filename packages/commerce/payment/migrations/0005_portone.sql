-- The payment service's own receipt for the buyer.
alter table payment.payments add column receipt_url text;
--> statement-breakpoint
create or replace view payment.violations as
  select 'captured payment without credits' as what, p.id::text as ref
    from payment.payments p
    left join credits.entitlements e on e.source_ref = p.provider || ':' || p.capture_id
    where p.state in ('captured', 'refunded', 'reversed') and e.id is null
  union all
  select 'credits of a payment that is not there', e.id::text
    from credits.entitlements e
    left join payment.payments p on p.provider || ':' || p.capture_id = e.source_ref
    where e.source_ref ~ '^(paypal|portone|stand-in|fake-portone):' and (p.id is null or p.state not in ('captured', 'refunded', 'reversed'))
  union all
  select 'credits of a payment that was taken back', p.id::text
    from payment.payments p join credits.entitlements e on e.source_ref = p.provider || ':' || p.capture_id
    where p.state in ('refunded', 'reversed') and e.revoked_at is null
  union all
  select 'period and credits differ', p.id::text
    from payment.payments p
    join payment.periods t on t.payment_id = p.id
    join credits.entitlements e on e.source_ref = p.provider || ':' || p.capture_id
    where e.starts_at <> t.starts_at or e.ends_at is distinct from t.ends_at
  union all
  select 'captured payment without a period', p.id::text
    from payment.payments p left join payment.periods t on t.payment_id = p.id
    where p.state in ('captured', 'refunded', 'reversed') and t.payment_id is null and p.plan in ('monthly', 'annual')
  union all
  select 'pack with a period', p.id::text
    from payment.payments p join payment.periods t on t.payment_id = p.id where p.plan not in ('monthly', 'annual')
  union all
  select 'credits of another kind than was paid', p.id::text
    from payment.payments p join credits.entitlements e on e.source_ref = p.provider || ':' || p.capture_id
    where e.plan <> case when p.plan in ('monthly', 'annual') then p.plan else 'pack' end or e.credits <> p.credits
  union all
  select 'periods of one person overlap', a.payment_id::text
    from payment.periods a
    join payment.payments pa on pa.id = a.payment_id
    join payment.payments pb on pb.user_id = pa.user_id and pb.id > pa.id
    join payment.periods b on b.payment_id = pb.id
    where a.revoked_at is null and b.revoked_at is null and a.starts_at < b.ends_at and b.starts_at < a.ends_at
  union all
  select 'refunded payment without a refund', p.id::text
    from payment.payments p
    where p.state = 'refunded' and not exists (select from payment.refunds r where r.payment_id = p.id and r.state = 'completed')
  union all
  select 'captured upgrade that replaced nothing', u.payment_id::text
    from payment.upgrades u join payment.payments p on p.id = u.payment_id
    where p.state in ('captured', 'refunded', 'reversed') and u.applied_at is null
  union all
  select 'replaced plan that still runs', u.payment_id::text
    from payment.upgrades u
    join payment.payments r on r.id = u.replaced_id
    join payment.periods t on t.payment_id = r.id
    join credits.entitlements e on e.source_ref = r.provider || ':' || r.capture_id
    where u.applied_at is not null and u.undone_at is null and (t.revoked_at is null or e.superseded_at is null and e.revoked_at is null)
  union all
  select 'replaced plan refunded by us', u.payment_id::text
    from payment.upgrades u join payment.refunds f on f.payment_id = u.replaced_id
    where u.applied_at is not null and u.undone_at is null and f.source in ('buyer', 'operator') and f.asked_at > u.applied_at;
