-- A payment that was refunded already, whose bank takes the money back all the same: what was spent of it is owed from now on,
-- also for work that is under way. Counts once: 'known' when it was owed before.
create function credits.owe(p_ref text, p_freeze boolean, p_now timestamptz) returns text language plpgsql as $$
declare
  v_entitlement credits.entitlements;
  v_spent bigint;
begin
  select * into v_entitlement from credits.entitlements where source_ref = p_ref;
  if not found then return 'unknown'; end if;
  perform from credits.accounts where id = v_entitlement.account_id for update;
  select * into v_entitlement from credits.entitlements where source_ref = p_ref;
  if v_entitlement.revoked_at is null or v_entitlement.revoked_owing then return 'known'; end if;
  update credits.entitlements set revoked_owing = true where id = v_entitlement.id;
  select coalesce(sum(m.amount), 0) into v_spent
    from credits.movements m join credits.grants g on g.id = m.grant_id
    where g.entitlement_id = v_entitlement.id and m.to_account = 'spent';
  update credits.accounts set
    owed = owed + v_spent,
    frozen_at = case when p_freeze then coalesce(frozen_at, p_now) else frozen_at end
  where id = v_entitlement.account_id;
  return 'done';
end $$;
