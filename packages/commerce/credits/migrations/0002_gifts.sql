-- Two people given the same reference at the same moment hold different locks: the index decides who gets it.
create or replace function credits.give(
  p_user text, p_source text, p_ref text, p_amount bigint, p_priority int, p_expires timestamptz, p_note text, p_now timestamptz
) returns text language plpgsql as $$
declare
  v_account credits.accounts := credits.lock_account(p_user, p_now);
  v_known credits.grants;
begin
  perform credits.issue(v_account.id, null, p_source, p_ref, p_amount, p_priority, p_expires, p_note, p_now);
  return 'added';
exception when unique_violation then
  select * into v_known from credits.grants where source = p_source and source_ref = p_ref;
  if not found then raise; end if;
  if v_known.account_id = v_account.id and v_known.amount = p_amount then return 'known'; end if;
  return 'conflict';
end $$;
