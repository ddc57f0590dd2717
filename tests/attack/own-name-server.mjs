/** Loaded into an attacked server: names are resolved by the name server of the test. */
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';

const servers = [process.env.ATTACK_NAME_SERVER];

for (const home of [dns, dns.promises]) {
  const { Resolver } = home;
  home.Resolver = class extends Resolver {
    constructor(options) {
      super(options);
      this.setServers(servers);
    }
  };
}
syncBuiltinESMExports();
