-- Subscriptions: the service charges every cycle by itself, and each paid cycle is a payment of its own
-- (docs/decisions/072-subscriptions.md). What was agreed is stored with the subscription, as an order stores its price.
create table payment.subscriptions (
  id               uuid primary key,
  user_id          text,                                         -- null once the person has deleted the account
  plan             text not null check (plan in ('monthly', 'annual')),
  plan_ref         text not null,                                -- the service's plan
  amount           bigint not null check (amount > 0),
  currency         text not null check (currency ~ '^[A-Z]{3}$'),
  credits          bigint not null check (credits > 0),
  cycle            jsonb not null,
  days             int not null check (days > 0),
  tax_basis_points int check (tax_basis_points between 1 and 9999),
  tax_name         text,
  locale           text not null check (locale in ('en', 'ko')),
  provider         text not null,
  state            text not null default 'created' check (state in ('created', 'ordered', 'active', 'suspended', 'ended', 'expired')),
  service_id       text,
  approve_url      text,                                         -- where the buyer agrees, at the service
  payer_id         text,
  -- The first charge; null: as soon as the buyer has agreed.
  first_charge_at  timestamptz,
  next_charge_at   timestamptz,                                  -- as the service says
  -- Since when charges have failed, and when the service tries again.
  failing_since    timestamptz,
  retry_at         timestamptz,
  -- Who wants it to end, and why: written before the service is told. What is charged later goes back.
  end_asked_at     timestamptz,
  ended_by         text check (ended_by in ('buyer', 'operator', 'service', 'site')),
  ended_why        text check (ended_why in ('cancelled', 'unpaid', 'refunded', 'replaced', 'account', 'mismatch')),
  ended_at         timestamptz,
  created_at       timestamptz not null,
  activated_at     timestamptz,
  checked_at       timestamptz not null,
  check ((state in ('ordered', 'active', 'suspended', 'ended')) <= (service_id is not null)),
  check ((state = 'ended') = (ended_at is not null)),
  check ((end_asked_at is null) <= (ended_by is null or ended_by = 'service')),
  unique (provider, service_id)
);
--> statement-breakpoint
-- Nobody subscribes twice.
create unique index subscriptions_open on payment.subscriptions (user_id, provider)
  where state in ('created', 'ordered', 'active', 'suspended');
--> statement-breakpoint
create index subscriptions_to_check on payment.subscriptions (checked_at) where state <> 'ended';
--> statement-breakpoint
create trigger never_deleted before delete on payment.subscriptions for each row execute function payment.refuse_change();
--> statement-breakpoint
-- A change to another plan at the next charge, which the buyer has to agree to. At most one waits.
create table payment.subscription_changes (
  id              uuid primary key,
  subscription_id uuid not null references payment.subscriptions,
  plan            text not null check (plan in ('monthly', 'annual')),
  plan_ref        text not null,
  amount          bigint not null check (amount > 0),
  credits         bigint not null check (credits > 0),
  cycle           jsonb not null,
  days            int not null check (days > 0),
  asked_at        timestamptz not null,
  applied_at      timestamptz,
  dropped_at      timestamptz,
  check (applied_at is null or dropped_at is null)
);
--> statement-breakpoint
create unique index subscription_changes_open on payment.subscription_changes (subscription_id)
  where applied_at is null and dropped_at is null;
--> statement-breakpoint
create table payment.subscription_history (
  id              bigint generated always as identity primary key,
  subscription_id uuid not null references payment.subscriptions,
  at              timestamptz not null,
  who             text not null check (who in ('buyer', 'site', 'service', 'operator')),
  what            text not null,
  detail          jsonb not null default '{}'
);
--> statement-breakpoint
create index history_of_subscription on payment.subscription_history (subscription_id, id);
--> statement-breakpoint
create trigger append_only before update or delete on payment.subscription_history
  for each row execute function payment.refuse_change();
--> statement-breakpoint
create trigger never_emptied before truncate on payment.subscription_history execute function payment.refuse_change();
--> statement-breakpoint
-- A payment for one cycle of a subscription; its capture is the service's sale.
alter table payment.payments add column subscription_id uuid references payment.subscriptions;
--> statement-breakpoint
create index payments_of_subscription on payment.payments (subscription_id) where subscription_id is not null;
--> statement-breakpoint
create trigger its_subscription_stays before update of subscription_id on payment.payments
  for each row execute function payment.refuse_change();
--> statement-breakpoint
alter table payment.events drop constraint events_subject_kind_check;
--> statement-breakpoint
alter table payment.events add constraint events_subject_kind_check
  check (subject_kind in ('order', 'capture', 'refund', 'dispute', 'subscription', 'sale', 'other'));
--> statement-breakpoint
alter view payment.violations rename to payment_violations;
--> statement-breakpoint
create view payment.violations as
  select what, ref from payment.payment_violations
  union all
  select 'cycle of another account or plan than its subscription', p.id::text
    from payment.payments p join payment.subscriptions s on s.id = p.subscription_id
    where p.provider <> s.provider or p.user_id is distinct from s.user_id or p.plan not in ('monthly', 'annual')
  union all
  select 'subscription that charges nobody', s.id::text
    from payment.subscriptions s
    where s.user_id is null and s.state in ('created', 'ordered', 'active', 'suspended') and s.end_asked_at is null
  union all
  select 'subscription that charges after its last cycle was taken back', s.id::text
    from payment.subscriptions s
    join lateral (
      select p.id, p.state from payment.payments p
      where p.subscription_id = s.id and p.state in ('captured', 'refunded', 'reversed')
      order by p.captured_at desc, p.created_at desc limit 1
    ) latest on true
    where s.state in ('active', 'suspended') and s.end_asked_at is null
      and (latest.state in ('refunded', 'reversed') or exists (
        select from payment.upgrades u where u.replaced_id = latest.id and u.applied_at is not null and u.undone_at is null));
