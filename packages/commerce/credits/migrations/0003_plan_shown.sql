-- The plan that is named is one that was bought, where one runs beside another that has no end.
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
end $$;
