-- Payments for plans (docs/decisions/039-states-are-written-before-calls.md). A state is written before the service is called, so
-- that whoever dies on the way is found again; what a payment gives is in the ledger, under the number of its capture.
create schema payment;
--> statement-breakpoint
create table payment.payments (
  id           uuid primary key,
  user_id      text,                                             -- null once the person has deleted the account
  plan         text not null check (plan in ('monthly', 'annual')),
  -- What was sold, as it was then: in the smallest unit of the currency, credits of every cycle, days it runs.
  amount       bigint not null check (amount > 0),
  currency     text not null check (currency ~ '^[A-Z]{3}$'),
  credits      bigint not null check (credits > 0),
  cycle        jsonb not null,
  days         int not null check (days > 0),
  locale       text not null check (locale in ('en', 'ko')),
  provider     text not null,
  state        text not null default 'created' check (state in
    ('created', 'ordered', 'capturing', 'pending', 'captured', 'refunded', 'reversed', 'expired', 'failed')),
  order_id     text,
  approve_url  text,                                             -- where the buyer agrees, at the service
  payee        text,                                             -- whom the order pays, as the service said when it was made
  capture_id   text,
  payer_id     text,                                             -- the service's number of who paid
  -- Why the buyer has to do something again, or why it failed: a word.
  problem      text,
  created_at   timestamptz not null,
  captured_at  timestamptz,
  checked_at   timestamptz not null,                             -- when the service was last asked about it
  -- Somebody is at it until then.
  leased_until timestamptz,
  check ((state in ('captured', 'refunded', 'reversed')) <= (capture_id is not null and captured_at is not null)),
  check ((state in ('ordered', 'capturing', 'pending')) <= (order_id is not null)),
  unique (provider, order_id),
  unique (provider, capture_id)
);
--> statement-breakpoint
-- Who clicks twice, or in two tabs, pays once.
create unique index payments_open on payment.payments (user_id, plan) where state in ('created', 'ordered', 'capturing', 'pending');
--> statement-breakpoint
create index payments_of_user on payment.payments (user_id, created_at);
--> statement-breakpoint
create index payments_to_check on payment.payments (checked_at) where state in ('created', 'ordered', 'capturing', 'pending');
--> statement-breakpoint
-- What a payment bought: the time its plan runs. Periods of a person follow each other.
create table payment.periods (
  payment_id uuid primary key references payment.payments,
  starts_at  timestamptz not null,
  ends_at    timestamptz not null check (ends_at > starts_at),    -- exclusive
  revoked_at timestamptz
);
--> statement-breakpoint
create table payment.refunds (
  id           uuid primary key,
  payment_id   uuid not null references payment.payments,
  amount       bigint not null check (amount > 0),
  currency     text not null,
  -- The buyer, the operator, the service's own page, or us, as what was captured is not what was ordered.
  source       text not null check (source in ('buyer', 'operator', 'service', 'mismatch')),
  state        text not null check (state in ('asked', 'requested', 'pending', 'completed', 'failed', 'refused')),
  refund_id    text unique,                                      -- the service's
  problem      text,
  asked_at     timestamptz not null,
  ended_at     timestamptz,
  leased_until timestamptz,
  check ((state in ('completed', 'failed', 'refused')) = (ended_at is not null))
);
--> statement-breakpoint
create unique index refunds_live on payment.refunds (payment_id) where state in ('asked', 'requested', 'pending', 'completed');
--> statement-breakpoint
create index refunds_under_way on payment.refunds (asked_at) where state in ('requested', 'pending');
--> statement-breakpoint
create table payment.disputes (
  provider   text not null,
  id         text not null,
  payment_id uuid not null references payment.payments,
  state      text not null check (state in ('open', 'won', 'lost')),
  -- Whether it is this dispute that froze the account, and not the operator.
  froze      boolean not null,
  opened_at  timestamptz not null,
  closed_at  timestamptz,
  primary key (provider, id)
);
--> statement-breakpoint
-- What the service told, as it came. A message counts once.
create table payment.events (
  provider     text not null,
  id           text not null,
  type         text not null,
  subject_kind text not null check (subject_kind in ('order', 'capture', 'refund', 'dispute', 'other')),
  subject_id   text not null,
  body         bytea not null,
  state        text not null default 'received' check (state in ('received', 'done', 'ignored', 'failed')),
  attempts     int not null default 0,
  problem      text,
  received_at  timestamptz not null,
  due_at       timestamptz not null,
  ended_at     timestamptz,
  primary key (provider, id)
);
--> statement-breakpoint
create index events_due on payment.events (due_at) where state = 'received';
--> statement-breakpoint
-- Every step of every payment, and who made it.
create table payment.history (
  id         bigint generated always as identity primary key,
  payment_id uuid not null references payment.payments,
  at         timestamptz not null,
  who        text not null check (who in ('buyer', 'site', 'service', 'operator')),
  what       text not null,
  detail     jsonb not null default '{}'
);
--> statement-breakpoint
create index history_of_payment on payment.history (payment_id, id);
--> statement-breakpoint
create function payment.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the history of payments is append-only' using errcode = 'PM001';
end $$;
--> statement-breakpoint
create trigger append_only before update or delete on payment.history for each row execute function payment.refuse_change();
--> statement-breakpoint
create trigger never_emptied before truncate on payment.history execute function payment.refuse_change();
--> statement-breakpoint
create trigger never_deleted before delete on payment.payments for each row execute function payment.refuse_change();
--> statement-breakpoint
create trigger what_was_sold_stays before update of plan, amount, currency, credits, cycle, days, provider on payment.payments
  for each row execute function payment.refuse_change();
--> statement-breakpoint
-- Every row is a defect: money and credits say different things.
create view payment.violations as
  select 'captured payment without credits' as what, p.id::text as ref
    from payment.payments p
    left join credits.entitlements e on e.source_ref = p.provider || ':' || p.capture_id
    where p.state in ('captured', 'refunded', 'reversed') and e.id is null
  union all
  select 'credits of a payment that is not there', e.id::text
    from credits.entitlements e
    left join payment.payments p on p.provider || ':' || p.capture_id = e.source_ref
    where e.source_ref ~ '^(paypal|stand-in):' and (p.id is null or p.state not in ('captured', 'refunded', 'reversed'))
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
    where p.state in ('captured', 'refunded', 'reversed') and t.payment_id is null
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
    where p.state = 'refunded' and not exists (select from payment.refunds r where r.payment_id = p.id and r.state = 'completed');
