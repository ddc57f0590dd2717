/**
 * Starts the fake of all image services and prints the settings that connect the site to it: `main.ts [--port N] [--latency MS]`.
 */
import { parseArgs } from 'node:util';
import { settingsFor, startFakeImageServer } from './fake-server.ts';

const KEY = 'test-key';
const { values } = parseArgs({ options: { port: { type: 'string', default: '0' }, latency: { type: 'string', default: '0' } } });

const { url } = await startFakeImageServer({ key: KEY, port: Number(values.port), latencyMs: Number(values.latency) });
for (const [name, value] of Object.entries(settingsFor(url, KEY))) process.stdout.write(`${name}=${value}\n`);
