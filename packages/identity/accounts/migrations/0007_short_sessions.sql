-- A session that began for a day, at an issuer or without “remember me”, is never extended. better-auth relies on a cookie for that, which
-- the browser can leave out.
create function accounts.limit_session() returns trigger language plpgsql as $$
begin
  if old.expires_at - old.created_at <= interval '25 hours' then
    new.expires_at := least(new.expires_at, old.expires_at);
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger limit_session before update of expires_at on accounts.sessions for each row execute function accounts.limit_session();
