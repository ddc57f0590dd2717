/**
 * Starts the fake of all image services and prints the settings that connect the site to it: `main.ts [--port N] [--latency MS]`.
 */
import { parseArgs } from 'node:util';
import { settingsFor, startImageStandIn } from './stand-in.ts';

const KEY = 'stand-in-key';
const { values } = parseArgs({ options: { port: { type: 'string', default: '0' }, latency: { type: 'string', default: '0' } } });

const { url } = await startImageStandIn({ key: KEY, port: Number(values.port), latencyMs: Number(values.latency) });
for (const [name, value] of Object.entries(settingsFor(url, KEY))) process.stdout.write(`${name}=${value}\n`);
