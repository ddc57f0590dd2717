-- The ledger of credits (docs/decisions/014-a-ledger-of-movements.md). Everything is in its own schema.
--
-- Rules every function here keeps: integers only; the account row is locked first, so there is one writer an account and no
-- deadlock; the time comes from the caller, so that a test can move it; what is expected is answered, what is a defect raises.
create schema credits;
--> statement-breakpoint
create table credits.accounts (
  id         bigint generated always as identity primary key,
  user_id    text unique,                                          -- null once the person has deleted the account
  available  bigint not null default 0 check (available >= 0),     -- to spend now
  held       bigint not null default 0 check (held >= 0),          -- set aside by open holds
  owed       bigint not null default 0 check (owed >= 0),          -- spent out of a payment that was taken back
  frozen_at  timestamptz,
  -- Before this moment nothing expires and no cycle begins, so that most commands need not look.
  due_at     timestamptz not null default '-infinity',
  created_at timestamptz not null
) with (fillfactor = 50);
--> statement-breakpoint
-- A right to credits, cycle by cycle: a plan that was paid, or the free one.
create table credits.entitlements (
  id         bigint generated always as identity primary key,
  account_id bigint not null references credits.accounts,
  plan       text not null check (plan ~ '^[a-z]{1,20}$'),
  source_ref text not null unique,                                 -- 'free:<user>', 'paypal:<capture>': a payment counts once
  credits    bigint not null check (credits > 0),                  -- of every cycle
  cycle      interval not null check (cycle > interval '0'),
  starts_at  timestamptz not null,
  ends_at    timestamptz check (ends_at > starts_at),              -- exclusive; null: for ever
  revoked_at timestamptz,
  -- Whether what was spent out of it is owed.
  revoked_owing boolean not null default false
);
--> statement-breakpoint
create index entitlements_account on credits.entitlements (account_id);
--> statement-breakpoint
create table credits.grants (
  id             bigint generated always as identity primary key,
  account_id     bigint not null references credits.accounts,
  entitlement_id bigint references credits.entitlements,
  source         text not null check (source in ('plan', 'promotion', 'goodwill', 'operator')),
  source_ref     text not null,
  amount         bigint not null check (amount > 0),
  remaining      bigint not null check (remaining >= 0),
  held           bigint not null default 0 check (held >= 0),
  priority       smallint not null,                                -- lower is spent first
  granted_at     timestamptz not null,
  expires_at     timestamptz not null,                             -- exclusive: no rollover
  closed_at      timestamptz,
  closed_as      text check (closed_as in ('expired', 'clawed_back')),
  note           text,
  check (remaining + held <= amount),
  check (expires_at > granted_at),
  check ((closed_at is null) = (closed_as is null)),
  check (closed_at is null or remaining = 0),
  unique (source, source_ref)
) with (fillfactor = 50);
--> statement-breakpoint
-- No column that a reserve changes is in an index, so that its update touches the table only.
create index grants_to_spend on credits.grants (account_id, priority, expires_at, id) where closed_at is null;
--> statement-breakpoint
create index grants_due on credits.grants (expires_at) where closed_at is null;
--> statement-breakpoint
create index grants_of_entitlement on credits.grants (entitlement_id);
--> statement-breakpoint
create table credits.holds (
  id              uuid primary key,
  account_id      bigint not null references credits.accounts,
  idempotency_key text not null,
  request_hash    text not null,
  purpose         text not null,
  transaction_id  bigint not null,                                 -- that reserved it: its movements say out of which grants
  amount          bigint not null check (amount > 0),
  committed       bigint not null default 0,
  status          text not null default 'open' check (status in ('open', 'settled', 'released', 'swept')),
  created_at      timestamptz not null,
  expires_at      timestamptz not null check (expires_at > created_at),
  closed_at       timestamptz,
  check (committed between 0 and amount),
  check ((status = 'open') = (closed_at is null)),
  check (status = 'settled' or committed = 0),
  unique (account_id, idempotency_key)
) with (fillfactor = 70);
--> statement-breakpoint
create index holds_due on credits.holds (expires_at) where status = 'open';
--> statement-breakpoint
-- What is written once is looked up nowhere else while it is written: a foreign key would cost each command a fifth of its
-- time and protect against a deletion that is refused. credits.violations looks for strays.
create table credits.transactions (
  id         bigint generated always as identity primary key,
  account_id bigint not null,
  kind       text not null check (kind in ('grant', 'reserve', 'settle', 'expire', 'claw_back')),
  ref        text not null,
  at         timestamptz not null,
  unique (kind, ref)
);
--> statement-breakpoint
create index transactions_account on credits.transactions (account_id, id);
--> statement-breakpoint
-- Both sides of an entry in one row: what leaves one account of the ledger arrives in the other, so nothing is out of balance.
create table credits.movements (
  transaction_id bigint not null,
  seq            smallint not null,
  grant_id       bigint not null,
  from_account   text not null check (from_account in ('issued', 'available', 'held')),
  to_account     text not null check (to_account in ('available', 'held', 'spent', 'expired', 'clawed_back')),
  amount         bigint not null check (amount > 0),
  check (from_account <> to_account),
  primary key (transaction_id, seq)
);
--> statement-breakpoint
create index movements_grant on credits.movements (grant_id);
--> statement-breakpoint
create function credits.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only' using errcode = 'CR001';
end $$;
--> statement-breakpoint
create trigger append_only before update or delete on credits.transactions for each row execute function credits.refuse_change();
--> statement-breakpoint
create trigger append_only before update or delete on credits.movements for each row execute function credits.refuse_change();
--> statement-breakpoint
create trigger never_emptied before truncate on credits.transactions execute function credits.refuse_change();
--> statement-breakpoint
create trigger never_emptied before truncate on credits.movements execute function credits.refuse_change();
--> statement-breakpoint
create trigger never_deleted before delete on credits.grants for each row execute function credits.refuse_change();
--> statement-breakpoint
create trigger never_deleted before delete on credits.holds for each row execute function credits.refuse_change();
--> statement-breakpoint
create trigger what_was_given_stays before update of account_id, source, source_ref, amount, granted_at, expires_at on credits.grants
  for each row execute function credits.refuse_change();
--> statement-breakpoint
create function credits.lock_account(p_user text, p_now timestamptz) returns credits.accounts language plpgsql as $$
declare
  v_account credits.accounts;
begin
  select * into v_account from credits.accounts where user_id = p_user for update;
  if not found then
    insert into credits.accounts (user_id, created_at) values (p_user, p_now) on conflict do nothing;
    select * into v_account from credits.accounts where user_id = p_user for update;
  end if;
  return v_account;
end $$;
--> statement-breakpoint
create function credits.begin_transaction(p_account bigint, p_kind text, p_ref text, p_now timestamptz) returns bigint language plpgsql as $$
declare
  v_id bigint;
begin
  insert into credits.transactions (account_id, kind, ref, at) values (p_account, p_kind, p_ref, p_now) returning id into v_id;
  return v_id;
end $$;
--> statement-breakpoint
-- Closes every grant whose time is over. The caller holds the lock of the account.
create function credits.expire_due(p_account bigint, p_now timestamptz) returns void language plpgsql as $$
declare
  v_grant credits.grants;
  v_transaction bigint;
begin
  for v_grant in
    select * from credits.grants where account_id = p_account and closed_at is null and expires_at <= p_now order by id
  loop
    v_transaction := credits.begin_transaction(p_account, 'expire', v_grant.id::text, p_now);
    if v_grant.remaining > 0 then
      insert into credits.movements values (v_transaction, 1, v_grant.id, 'available', 'expired', v_grant.remaining);
    end if;
    update credits.grants set remaining = 0, closed_at = p_now, closed_as = 'expired' where id = v_grant.id;
    update credits.accounts set available = available - v_grant.remaining where id = p_account;
  end loop;
end $$;
--> statement-breakpoint
-- Adds a grant to the books. The caller holds the lock of the account and knows that the reference is new.
create function credits.issue(
  p_account bigint, p_entitlement bigint, p_source text, p_ref text, p_amount bigint, p_priority int,
  p_expires timestamptz, p_note text, p_now timestamptz
) returns bigint language plpgsql as $$
declare
  v_grant bigint;
  v_transaction bigint;
begin
  insert into credits.grants
    (account_id, entitlement_id, source, source_ref, amount, remaining, priority, granted_at, expires_at, note)
    values (p_account, p_entitlement, p_source, p_ref, p_amount, p_amount, p_priority, p_now, p_expires, p_note)
    returning id into v_grant;
  v_transaction := credits.begin_transaction(p_account, 'grant', p_source || ':' || p_ref, p_now);
  insert into credits.movements values (v_transaction, 1, v_grant, 'issued', 'available', p_amount);
  update credits.accounts set available = available + p_amount, due_at = least(due_at, p_expires) where id = p_account;
  return v_grant;
end $$;
--> statement-breakpoint
-- Start of the n-th cycle, counted from the anchor, so that the 31st does not become the 28th for good.
create function credits.cycle_start(p_anchor timestamptz, p_cycle interval, p_n int) returns timestamptz language sql immutable as $$
  select (p_anchor at time zone 'UTC' + p_n * p_cycle) at time zone 'UTC'
$$;
--> statement-breakpoint
create function credits.cycle_number(p_anchor timestamptz, p_cycle interval, p_now timestamptz) returns int language plpgsql immutable as $$
declare
  -- A month counts as 31 days here, so this is never too far.
  v_n int := floor(extract(epoch from p_now - p_anchor) / (extract(epoch from p_cycle) * 31 / 30))::int;
begin
  while credits.cycle_start(p_anchor, p_cycle, v_n + 1) <= p_now loop
    v_n := v_n + 1;
  end loop;
  return v_n;
end $$;
--> statement-breakpoint
-- Grants the current cycle of every entitlement that runs; the free one rests while another runs. Cycles nobody was there
-- for are not made up: there is no rollover. The caller holds the lock of the account.
create function credits.open_cycles(p_account bigint, p_now timestamptz) returns void language plpgsql as $$
declare
  v_entitlement credits.entitlements;
  v_paid boolean := false;
  v_n int;
  v_ref text;
  v_end timestamptz;
begin
  for v_entitlement in
    select * from credits.entitlements
    where account_id = p_account and starts_at <= p_now and (ends_at is null or ends_at > p_now) and revoked_at is null
    order by plan = 'free', id
  loop
    continue when v_entitlement.plan = 'free' and v_paid;
    v_paid := true;
    v_n := credits.cycle_number(v_entitlement.starts_at, v_entitlement.cycle, p_now);
    v_ref := v_entitlement.source_ref || '#' || v_n;
    continue when exists (select from credits.grants where source = 'plan' and source_ref = v_ref);
    v_end := least(credits.cycle_start(v_entitlement.starts_at, v_entitlement.cycle, v_n + 1), v_entitlement.ends_at);
    perform credits.issue(p_account, v_entitlement.id, 'plan', v_ref, v_entitlement.credits, 50, v_end, null, p_now);
  end loop;
end $$;
--> statement-breakpoint
-- Brings an account up to a moment: correctness never depends on a timer. The caller holds its lock and has just read it.
create function credits.refresh(p_account credits.accounts, p_now timestamptz) returns credits.accounts language plpgsql as $$
declare
  v_account credits.accounts;
begin
  if p_now < p_account.due_at then return p_account; end if;
  perform credits.expire_due(p_account.id, p_now);
  perform credits.open_cycles(p_account.id, p_now);
  update credits.accounts set due_at = least(
    'infinity'::timestamptz,
    (select min(expires_at) from credits.grants where account_id = p_account.id and closed_at is null),
    (select min(starts_at) from credits.entitlements where account_id = p_account.id and starts_at > p_now and revoked_at is null)
  ) where id = p_account.id returning * into v_account;
  return v_account;
end $$;
--> statement-breakpoint
-- 'added', 'known' (the same again), or 'conflict': that reference stands for something else. Without a reference, an
-- account has one entitlement to that plan.
create function credits.entitle(
  p_user text, p_plan text, p_ref text, p_credits bigint, p_cycle interval,
  p_starts timestamptz, p_ends timestamptz, p_now timestamptz
) returns text language plpgsql as $$
declare
  v_account credits.accounts := credits.lock_account(p_user, p_now);
  v_ref text := coalesce(p_ref, p_plan || ':' || v_account.id);
  v_known credits.entitlements;
begin
  insert into credits.entitlements (account_id, plan, source_ref, credits, cycle, starts_at, ends_at)
    values (v_account.id, p_plan, v_ref, p_credits, p_cycle, p_starts, p_ends) on conflict (source_ref) do nothing;
  if found then
    update credits.accounts set due_at = '-infinity' where id = v_account.id returning * into v_account;
    perform credits.refresh(v_account, p_now);
    return 'added';
  end if;
  select * into v_known from credits.entitlements where source_ref = v_ref;
  if v_known.account_id = v_account.id and v_known.plan = p_plan and v_known.credits = p_credits then return 'known'; end if;
  return 'conflict';
end $$;
--> statement-breakpoint
-- 'added', 'known' or 'conflict', as above.
create function credits.give(
  p_user text, p_source text, p_ref text, p_amount bigint, p_priority int, p_expires timestamptz, p_note text, p_now timestamptz
) returns text language plpgsql as $$
declare
  v_account credits.accounts := credits.lock_account(p_user, p_now);
  v_known credits.grants;
begin
  select * into v_known from credits.grants where source = p_source and source_ref = p_ref;
  if found then
    if v_known.account_id = v_account.id and v_known.amount = p_amount then return 'known'; end if;
    return 'conflict';
  end if;
  perform credits.issue(v_account.id, null, p_source, p_ref, p_amount, p_priority, p_expires, p_note, p_now);
  return 'added';
end $$;
--> statement-breakpoint
-- Sets credits aside. 'held' with the hold's id, 'known' with that of the same request before, 'conflict' when the key stands
-- for another request, 'frozen', or 'insufficient'. `available` is what is left to spend.
create function credits.reserve(
  p_user text, p_hold uuid, p_key text, p_hash text, p_purpose text, p_amount bigint, p_ttl interval, p_now timestamptz,
  out outcome text, out hold_id uuid, out available bigint
) language plpgsql as $$
declare
  v_account credits.accounts := credits.lock_account(p_user, p_now);
  v_hold credits.holds;
  v_grant credits.grants;
  v_need bigint := p_amount;
  v_take bigint;
  v_n int := 0;
  v_transaction bigint;
begin
  if p_amount <= 0 then raise exception 'a hold needs a positive amount, not %', p_amount using errcode = 'CR002'; end if;
  select * into v_hold from credits.holds h where h.account_id = v_account.id and h.idempotency_key = p_key;
  if found then
    outcome := case when v_hold.request_hash = p_hash and v_hold.amount = p_amount then 'known' else 'conflict' end;
    hold_id := case when outcome = 'known' then v_hold.id end;
    available := v_account.available;
    return;
  end if;
  if p_now >= v_account.due_at then v_account := credits.refresh(v_account, p_now); end if;
  available := v_account.available;
  if v_account.frozen_at is not null then
    outcome := 'frozen';
    return;
  end if;
  if available < p_amount then
    outcome := 'insufficient';
    return;
  end if;
  insert into credits.transactions (account_id, kind, ref, at) values (v_account.id, 'reserve', p_hold::text, p_now)
    returning id into v_transaction;
  insert into credits.holds (id, account_id, idempotency_key, request_hash, purpose, transaction_id, amount, created_at, expires_at)
    values (p_hold, v_account.id, p_key, p_hash, p_purpose, v_transaction, p_amount, p_now, p_now + p_ttl);
  for v_grant in
    select * from credits.grants g
    where g.account_id = v_account.id and g.closed_at is null and g.remaining > 0 order by g.priority, g.expires_at, g.id
  loop
    exit when v_need = 0;
    v_take := least(v_need, v_grant.remaining);
    v_need := v_need - v_take;
    v_n := v_n + 1;
    insert into credits.movements values (v_transaction, v_n, v_grant.id, 'available', 'held', v_take);
    update credits.grants g set remaining = g.remaining - v_take, held = g.held + v_take where g.id = v_grant.id;
  end loop;
  if v_need > 0 then raise exception 'the grants of account % hold less than it has', v_account.id using errcode = 'CR003'; end if;
  update credits.accounts a set available = a.available - p_amount, held = a.held + p_amount where a.id = v_account.id;
  outcome := 'held';
  hold_id := p_hold;
  available := available - p_amount;
end $$;
--> statement-breakpoint
-- Ends a hold: `p_committed` of it is spent, the rest goes back to the grants it came from, or where a closed one went.
-- 'done'; 'known' when it ended so before; 'closed' when it ended otherwise; 'unknown' hold.
create function credits.settle(p_hold uuid, p_committed bigint, p_status text, p_now timestamptz) returns text language plpgsql as $$
declare
  v_hold credits.holds;
  v_part record;
  v_left bigint := p_committed;
  v_spent bigint;
  v_rest bigint;
  v_back bigint := 0;
  v_owed bigint := 0;
  v_n int := 0;
  v_transaction bigint;
begin
  perform from credits.accounts where id = (select account_id from credits.holds where id = p_hold) for update;
  if not found then return 'unknown'; end if;
  select * into v_hold from credits.holds where id = p_hold;
  if v_hold.status <> 'open' then
    return case when v_hold.committed = p_committed and (v_hold.status = 'settled') = (p_status = 'settled') then 'known' else 'closed' end;
  end if;
  if p_committed < 0 or p_committed > v_hold.amount then
    raise exception 'a hold of % cannot cost %', v_hold.amount, p_committed using errcode = 'CR002';
  end if;
  insert into credits.transactions (account_id, kind, ref, at) values (v_hold.account_id, 'settle', p_hold::text, p_now)
    returning id into v_transaction;
  for v_part in
    select p.grant_id, p.amount, coalesce(g.closed_as, 'available') as home, coalesce(e.revoked_owing, false) as owing
    from credits.movements p
    join credits.grants g on g.id = p.grant_id
    left join credits.entitlements e on e.id = g.entitlement_id
    where p.transaction_id = v_hold.transaction_id order by p.seq
  loop
    v_spent := least(v_left, v_part.amount);
    v_rest := v_part.amount - v_spent;
    v_left := v_left - v_spent;
    if v_spent > 0 then
      v_n := v_n + 1;
      insert into credits.movements values (v_transaction, v_n, v_part.grant_id, 'held', 'spent', v_spent);
    end if;
    if v_rest > 0 then
      v_n := v_n + 1;
      insert into credits.movements values (v_transaction, v_n, v_part.grant_id, 'held', v_part.home, v_rest);
    end if;
    update credits.grants set
      held = held - v_part.amount,
      remaining = remaining + case when v_part.home = 'available' then v_rest else 0 end
    where id = v_part.grant_id;
    if v_part.home = 'available' then v_back := v_back + v_rest; end if;
    -- Work under way when the payment behind it was disputed.
    if v_part.owing then v_owed := v_owed + v_spent; end if;
  end loop;
  update credits.holds set status = p_status, committed = p_committed, closed_at = p_now where id = p_hold;
  update credits.accounts set available = available + v_back, held = held - v_hold.amount, owed = owed + v_owed
    where id = v_hold.account_id;
  return 'done';
end $$;
--> statement-breakpoint
-- The payment behind an entitlement was taken back: what is left of its grants goes, now and when open holds end. With
-- `p_owing` (a dispute) what was spent is written down as owed, also out of cycles that ended; with `p_freeze` nothing more can
-- be reserved. 'done', 'known' or 'unknown'.
create function credits.revoke(p_ref text, p_owing boolean, p_freeze boolean, p_now timestamptz) returns text language plpgsql as $$
declare
  v_entitlement credits.entitlements;
  v_grant credits.grants;
  v_transaction bigint;
  v_spent bigint := 0;
begin
  select * into v_entitlement from credits.entitlements where source_ref = p_ref;
  if not found then return 'unknown'; end if;
  perform from credits.accounts where id = v_entitlement.account_id for update;
  select * into v_entitlement from credits.entitlements where source_ref = p_ref;
  if v_entitlement.revoked_at is not null then return 'known'; end if;
  perform credits.expire_due(v_entitlement.account_id, p_now);
  update credits.entitlements set revoked_at = p_now, revoked_owing = p_owing where id = v_entitlement.id;
  for v_grant in select * from credits.grants where entitlement_id = v_entitlement.id and closed_at is null order by id loop
    v_transaction := credits.begin_transaction(v_grant.account_id, 'claw_back', v_grant.id::text, p_now);
    if v_grant.remaining > 0 then
      insert into credits.movements values (v_transaction, 1, v_grant.id, 'available', 'clawed_back', v_grant.remaining);
    end if;
    update credits.grants set remaining = 0, closed_at = p_now, closed_as = 'clawed_back' where id = v_grant.id;
    update credits.accounts set available = available - v_grant.remaining where id = v_grant.account_id;
  end loop;
  if p_owing then
    select coalesce(sum(m.amount), 0) into v_spent
    from credits.movements m join credits.grants g on g.id = m.grant_id
    where g.entitlement_id = v_entitlement.id and m.to_account = 'spent';
  end if;
  update credits.accounts set
    owed = owed + v_spent,
    frozen_at = case when p_freeze then coalesce(frozen_at, p_now) else frozen_at end,
    due_at = '-infinity'
  where id = v_entitlement.account_id;
  return 'done';
end $$;
--> statement-breakpoint
-- Closes what is over in one account, for the sweeper.
create function credits.tidy(p_account bigint, p_now timestamptz) returns void language plpgsql as $$
begin
  perform from credits.accounts where id = p_account for update;
  perform credits.expire_due(p_account, p_now);
end $$;
--> statement-breakpoint
create function credits.close_account(p_user text, p_now timestamptz) returns void language plpgsql as $$
declare
  v_account bigint;
begin
  update credits.accounts set user_id = null where user_id = p_user returning id into v_account;
  update credits.entitlements set revoked_at = p_now where account_id = v_account and revoked_at is null;
end $$;
--> statement-breakpoint
create function credits.balance(
  p_user text, p_now timestamptz,
  out available bigint, out held bigint, out total bigint, out owed bigint, out frozen boolean, out plan text, out resets_at timestamptz
) language plpgsql as $$
declare
  v_account credits.accounts;
begin
  select * into v_account from credits.accounts where user_id = p_user for update;
  if v_account.id is not null then v_account := credits.refresh(v_account, p_now); end if;
  available := coalesce(v_account.available, 0);
  held := coalesce(v_account.held, 0);
  owed := coalesce(v_account.owed, 0);
  frozen := v_account.frozen_at is not null;
  select coalesce(sum(g.amount), 0) into total from credits.grants g where g.account_id = v_account.id and g.closed_at is null;
  select e.plan, g.expires_at into plan, resets_at
    from credits.grants g join credits.entitlements e on e.id = g.entitlement_id
    where g.account_id = v_account.id and g.closed_at is null
    order by e.plan = 'free', g.expires_at limit 1;
end $$;
--> statement-breakpoint
-- Every posting with its sign: the two sides of each movement.
create view credits.postings as
  select transaction_id, seq, grant_id, from_account as account, -amount as amount from credits.movements
  union all
  select transaction_id, seq, grant_id, to_account, amount from credits.movements;
--> statement-breakpoint
-- Every row is a defect.
create view credits.violations as
  with by_account as (
    select g.account_id,
      sum(p.amount) filter (where p.account = 'available') as available,
      sum(p.amount) filter (where p.account = 'held') as held,
      sum(p.amount) filter (where p.account = 'spent') as spent
    from credits.postings p join credits.grants g on g.id = p.grant_id group by 1
  ), by_grant as (
    select grant_id,
      sum(amount) filter (where account = 'available') as available,
      sum(amount) filter (where account = 'held') as held,
      -sum(amount) filter (where account = 'issued') as issued
    from credits.postings group by 1
  ), holds as (
    select account_id, sum(amount) filter (where status = 'open') as held, sum(committed) as committed from credits.holds group by 1
  )
  select 'account and its movements differ' as what, a.id::text as ref
    from credits.accounts a left join by_account b on b.account_id = a.id
    where a.available <> coalesce(b.available, 0) or a.held <> coalesce(b.held, 0)
  union all
  select 'account and its open holds differ', a.id::text
    from credits.accounts a left join holds h on h.account_id = a.id where a.held <> coalesce(h.held, 0)
  union all
  select 'what was spent and what holds cost differ', a.id::text
    from credits.accounts a left join by_account b on b.account_id = a.id left join holds h on h.account_id = a.id
    where coalesce(b.spent, 0) <> coalesce(h.committed, 0)
  union all
  select 'grant and its movements differ', g.id::text
    from credits.grants g left join by_grant b on b.grant_id = g.id
    where g.remaining <> coalesce(b.available, 0) or g.held <> coalesce(b.held, 0) or g.amount <> coalesce(b.issued, 0)
  union all
  select 'hold and its movements differ', h.id::text
    from credits.holds h
    left join (select transaction_id, sum(amount) as amount from credits.movements where to_account = 'held' group by 1) m
      on m.transaction_id = h.transaction_id
    where h.amount <> coalesce(m.amount, 0)
  union all
  select 'movement of another account', m.transaction_id::text
    from credits.movements m
    left join credits.transactions t on t.id = m.transaction_id
    left join credits.grants g on g.id = m.grant_id
    where t.id is null or g.id is null or g.account_id <> t.account_id
  union all
  select 'transaction of no account', t.id::text
    from credits.transactions t left join credits.accounts a on a.id = t.account_id where a.id is null;
