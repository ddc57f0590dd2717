-- Credit packs, upgrades and the end of free credits (docs/decisions/065-packs-and-upgrades.md). A pack is an entitlement to `pack`
-- with one cycle: it is no plan, so it names none, suspends none and survives every change of one.
alter table credits.entitlements add column superseded_at timestamptz;  -- ended by an upgrade: no new cycle, open grants stay
--> statement-breakpoint
create function credits.expire_grant(p_grant credits.grants, p_now timestamptz) returns void language plpgsql as $$
declare
  v_transaction bigint := credits.begin_transaction(p_grant.account_id, 'expire', p_grant.id::text, p_now);
begin
  if p_grant.remaining > 0 then
    insert into credits.movements values (v_transaction, 1, p_grant.id, 'available', 'expired', p_grant.remaining);
  end if;
  update credits.grants set remaining = 0, closed_at = p_now, closed_as = 'expired' where id = p_grant.id;
  update credits.accounts set available = available - p_grant.remaining where id = p_grant.account_id;
end $$;
--> statement-breakpoint
create or replace function credits.expire_due(p_account bigint, p_now timestamptz) returns void language plpgsql as $$
declare
  v_grant credits.grants;
begin
  for v_grant in
    select * from credits.grants where account_id = p_account and closed_at is null and expires_at <= p_now order by id
  loop
    perform credits.expire_grant(v_grant, p_now);
  end loop;
end $$;
--> statement-breakpoint
-- Free credits end when a paid plan begins, so that buying a plan gives the number the plan names. The caller holds the lock of the
-- account.
create function credits.end_free(p_entitlement bigint, p_now timestamptz) returns void language plpgsql as $$
declare
  v_grant credits.grants;
begin
  for v_grant in select * from credits.grants where entitlement_id = p_entitlement and closed_at is null order by id loop
    perform credits.expire_grant(v_grant, p_now);
  end loop;
end $$;
--> statement-breakpoint
-- Free credits that ended early come back, until their original expiry, when the paid plan is revoked. The caller holds the lock
-- of the account and knows that the cycle was granted.
create function credits.restore_free(p_entitlement credits.entitlements, p_ref text, p_end timestamptz, p_now timestamptz)
returns void language plpgsql as $$
declare
  v_grant credits.grants;
  v_amount bigint;
begin
  select * into v_grant from credits.grants
    where entitlement_id = p_entitlement.id and expires_at = p_end order by id desc limit 1;
  -- Nothing expires of a grant that is open, nor twice of one that came back.
  select coalesce(sum(amount), 0) into v_amount from credits.movements where grant_id = v_grant.id and to_account = 'expired';
  if v_amount > 0 then
    perform credits.issue(p_entitlement.account_id, p_entitlement.id, 'plan', p_ref || '+' || v_grant.id, v_amount, 50, p_end, null, p_now);
  end if;
end $$;
--> statement-breakpoint
create or replace function credits.open_cycles(p_account bigint, p_now timestamptz) returns void language plpgsql as $$
declare
  v_entitlement credits.entitlements;
  v_paid boolean := false;
  v_n int;
  v_ref text;
  v_end timestamptz;
begin
  for v_entitlement in
    select * from credits.entitlements
    where account_id = p_account and starts_at <= p_now and (ends_at is null or ends_at > p_now) and superseded_at is null
      and revoked_at is null
    order by plan = 'free', id
  loop
    if v_entitlement.plan = 'free' and v_paid then perform credits.end_free(v_entitlement.id, p_now); end if;
    continue when v_entitlement.plan = 'free' and v_paid;
    v_paid := v_paid or v_entitlement.plan not in ('free', 'pack');
    v_n := credits.cycle_number(v_entitlement.starts_at, v_entitlement.cycle, p_now);
    v_ref := v_entitlement.source_ref || '#' || v_n;
    v_end := least(credits.cycle_start(v_entitlement.starts_at, v_entitlement.cycle, v_n + 1), v_entitlement.ends_at);
    if exists (select from credits.grants where source = 'plan' and source_ref = v_ref) then
      if v_entitlement.plan = 'free' then perform credits.restore_free(v_entitlement, v_ref, v_end, p_now); end if;
      continue;
    end if;
    perform credits.issue(p_account, v_entitlement.id, 'plan', v_ref, v_entitlement.credits, 50, v_end, null, p_now);
  end loop;
end $$;
--> statement-breakpoint
-- An upgrade replaces an entitlement: no further cycle opens, and what is left of the open one stays until it expires. 'done',
-- 'known', 'unknown', or 'revoked': it was taken back before.
create function credits.supersede(p_ref text, p_now timestamptz) returns text language plpgsql as $$
declare
  v_entitlement credits.entitlements;
begin
  select * into v_entitlement from credits.entitlements where source_ref = p_ref;
  if not found then return 'unknown'; end if;
  perform from credits.accounts where id = v_entitlement.account_id for update;
  select * into v_entitlement from credits.entitlements where source_ref = p_ref;
  if v_entitlement.revoked_at is not null then return 'revoked'; end if;
  if v_entitlement.superseded_at is not null then return 'known'; end if;
  -- The cycle that is due belongs to the buyer, also if nobody has opened it.
  perform credits.expire_due(v_entitlement.account_id, p_now);
  perform credits.open_cycles(v_entitlement.account_id, p_now);
  update credits.entitlements set superseded_at = p_now where id = v_entitlement.id;
  update credits.accounts set due_at = '-infinity' where id = v_entitlement.account_id;
  return 'done';
end $$;
--> statement-breakpoint
-- The upgrade was refunded: the entitlement it replaced runs on. 'done', 'known', 'unknown' or 'revoked'.
create function credits.resume(p_ref text, p_now timestamptz) returns text language plpgsql as $$
declare
  v_entitlement credits.entitlements;
  v_account credits.accounts;
begin
  select * into v_entitlement from credits.entitlements where source_ref = p_ref;
  if not found then return 'unknown'; end if;
  perform from credits.accounts where id = v_entitlement.account_id for update;
  select * into v_entitlement from credits.entitlements where source_ref = p_ref;
  if v_entitlement.revoked_at is not null then return 'revoked'; end if;
  if v_entitlement.superseded_at is null then return 'known'; end if;
  update credits.entitlements set superseded_at = null where id = v_entitlement.id;
  update credits.accounts set due_at = '-infinity' where id = v_entitlement.account_id returning * into v_account;
  perform credits.refresh(v_account, p_now);
  return 'done';
end $$;
--> statement-breakpoint
-- A pack and a superseded plan are not the plan of the account.
create or replace function credits.balance(
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
    where g.account_id = v_account.id and g.closed_at is null and e.plan <> 'pack' and e.superseded_at is null
    order by e.plan = 'free', e.ends_at is null, g.expires_at limit 1;
  if resets_at is null then
    select min(e.starts_at) into resets_at from credits.entitlements e
      where e.account_id = v_account.id and e.starts_at > p_now and e.revoked_at is null;
  end if;
end $$;
--> statement-breakpoint
alter view credits.violations rename to ledger_violations;
--> statement-breakpoint
create view credits.violations as
  select what, ref from credits.ledger_violations
  union all
  select 'cycle of a superseded entitlement', g.id::text
    from credits.grants g join credits.entitlements e on e.id = g.entitlement_id where g.granted_at > e.superseded_at
  union all
  select 'pack granted more than once', e.id::text
    from credits.entitlements e join credits.grants g on g.entitlement_id = e.id where e.plan = 'pack' group by e.id having count(*) > 1
  union all
  select 'free cycle granted more than its credits', e.id::text
    from credits.entitlements e join credits.grants g on g.entitlement_id = e.id where e.plan = 'free'
    group by e.id, g.expires_at
    having sum(g.amount) - coalesce(sum((select sum(m.amount) from credits.movements m where m.grant_id = g.id and m.to_account = 'expired'))
      filter (where g.closed_at < g.expires_at), 0) > max(e.credits);
