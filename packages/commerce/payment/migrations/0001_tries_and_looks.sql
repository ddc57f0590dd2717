-- How often the service refused to take the money: part of the number under which it is asked for it once.
alter table payment.payments add column refusals int not null default 0 check (refusals >= 0);
--> statement-breakpoint
-- One open payment for each service: who paid with the stand-in is not asked about at a real one.
drop index payment.payments_open;
--> statement-breakpoint
create unique index payments_open on payment.payments (user_id, plan, provider)
  where state in ('created', 'ordered', 'capturing', 'pending');
--> statement-breakpoint
-- Captured ones are looked at again, the one that was looked at longest ago first.
create index payments_to_look_at on payment.payments (checked_at) where state = 'captured';
--> statement-breakpoint
-- When a refund was last brought on; null before the first time.
alter table payment.refunds add column checked_at timestamptz;
--> statement-breakpoint
-- Money that went back while the payment stands: `total` is all of it so far, `part` what this row adds. A total counts once.
create table payment.part_refunds (
  payment_id uuid not null references payment.payments,
  total      bigint not null,
  part       bigint not null check (part > 0 and part <= total),
  currency   text not null,
  at         timestamptz not null,
  primary key (payment_id, total)
);
