-- Sessions store only the hash of their token. Those from before stay signed in.
update accounts.sessions
  set token = rtrim(translate(encode(sha256(convert_to(token, 'UTF8')), 'base64'), '+/', '-_'), '=');
