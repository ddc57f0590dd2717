-- Which account has the free credits of an email address. A key is a keyed hash of the address and outlives the account until its
-- last free cycle ends: deleting an account and signing up again does not start a new cycle.
create table credits.free_claims (
  key        text primary key,
  account_id bigint references credits.accounts,
  until      timestamptz,                              -- when the address may have free credits again, once no account has it
  check ((account_id is null) = (until is not null))
);
--> statement-breakpoint
create index free_claims_account on credits.free_claims (account_id);
--> statement-breakpoint
create index free_claims_until on credits.free_claims (until);
--> statement-breakpoint
-- End of the last free cycle of an account, or of the debt's time if it owes credits or is frozen.
create function credits.free_until(p_account bigint, p_debt timestamptz) returns timestamptz language sql as $$
  select greatest(
    (select max(g.expires_at) from credits.grants g join credits.entitlements e on e.id = g.entitlement_id
      where g.account_id = p_account and e.plan = 'free'),
    (select max(e.starts_at) from credits.entitlements e where e.account_id = p_account and e.plan = 'free'),
    (select p_debt from credits.accounts a where a.id = p_account and (a.owed > 0 or a.frozen_at is not null))
  )
$$;
--> statement-breakpoint
-- Lets go of the addresses of an account, except one. The caller holds its lock.
create function credits.release_claims(p_account bigint, p_except text, p_debt timestamptz, p_now timestamptz) returns void language plpgsql as $$
declare
  v_until timestamptz := credits.free_until(p_account, p_debt);
begin
  if v_until > p_now then
    update credits.free_claims set account_id = null, until = v_until where account_id = p_account and key is distinct from p_except;
  else
    delete from credits.free_claims where account_id = p_account and key is distinct from p_except;
  end if;
end $$;
--> statement-breakpoint
-- Free credits of an address. 'claimed': another account has those of this address. They start when the last free cycle of a
-- deleted account with this address ends. Who changes the address keeps the claim on the old one while another account has the new.
create function credits.entitle_free(
  p_user text, p_key text, p_credits bigint, p_cycle interval, p_starts timestamptz, p_now timestamptz
) returns text language plpgsql as $$
declare
  v_account credits.accounts;
  v_claim credits.free_claims;
  v_starts timestamptz := p_starts;
begin
  perform from credits.accounts a
    join credits.free_claims c on c.account_id = a.id and c.key = p_key
    join credits.entitlements e on e.source_ref = 'free:' || a.id
    where a.user_id = p_user;
  if found then return 'known'; end if;
  v_account := credits.lock_account(p_user, p_now);
  insert into credits.free_claims (key, account_id) values (p_key, v_account.id) on conflict do nothing;
  select * into v_claim from credits.free_claims where key = p_key for update;
  if v_claim.account_id is null then
    update credits.free_claims set account_id = v_account.id, until = null where key = p_key;
    v_starts := greatest(p_starts, case when v_claim.until > p_now then v_claim.until end);
  elsif v_claim.account_id <> v_account.id then
    perform from credits.entitlements where source_ref = 'free:' || v_account.id;
    return case when found then 'known' else 'claimed' end;
  end if;
  perform credits.release_claims(v_account.id, p_key, null, p_now);
  return credits.entitle(p_user, 'free', null, p_credits, p_cycle, v_starts, null, p_now);
end $$;
--> statement-breakpoint
drop function credits.close_account(text, timestamptz);
--> statement-breakpoint
create function credits.close_account(p_user text, p_key text, p_debt timestamptz, p_now timestamptz) returns void language plpgsql as $$
declare
  v_account bigint;
begin
  select id into v_account from credits.accounts where user_id = p_user for update;
  -- Accounts from before this table have free credits and no claim.
  if p_key is not null and exists (select from credits.entitlements where source_ref = 'free:' || v_account) then
    insert into credits.free_claims (key, account_id) values (p_key, v_account) on conflict do nothing;
  end if;
  perform credits.release_claims(v_account, null, p_debt, p_now);
  update credits.accounts set user_id = null where id = v_account;
  update credits.entitlements set revoked_at = p_now where account_id = v_account and revoked_at is null;
end $$;
--> statement-breakpoint
-- Without a running cycle, the credits renew when the next entitlement starts.
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
    where g.account_id = v_account.id and g.closed_at is null
    order by e.plan = 'free', e.ends_at is null, g.expires_at limit 1;
  if resets_at is null then
    select min(e.starts_at) into resets_at from credits.entitlements e
      where e.account_id = v_account.id and e.starts_at > p_now and e.revoked_at is null;
  end if;
end $$;
