/** Starts the stand-in for all image services and prints the settings by which the site uses it. `PORT` and `LATENCY_MS` may be set. */
import { settingsFor, startImageStandIn } from './stand-in.ts';

const KEY = 'stand-in-key';

const { url } = await startImageStandIn({
  key: KEY,
  port: Number(process.env['PORT'] ?? 0),
  latencyMs: Number(process.env['LATENCY_MS'] ?? 0),
});
for (const [name, value] of Object.entries(settingsFor(url, KEY))) process.stdout.write(`${name}=${value}\n`);
