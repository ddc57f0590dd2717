-- Keyed hashes of who paid, set when the account is deleted and removed at `traced_until`: a refund without review is given once,
-- also to a buyer who deletes the account and signs up again.
alter table payment.payments
  add column payer_hash   text,
  add column address_hash text,
  add column traced_until timestamptz;
--> statement-breakpoint
create index payments_of_payer on payment.payments (payer_id) where payer_id is not null;
--> statement-breakpoint
create index payments_of_payer_hash on payment.payments (payer_hash) where payer_hash is not null;
--> statement-breakpoint
create index payments_of_address_hash on payment.payments (address_hash) where address_hash is not null;
--> statement-breakpoint
create index payments_traced on payment.payments (traced_until) where traced_until is not null;
