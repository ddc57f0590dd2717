/** Serves the API in its own process, as the website's process does along with its pages. */
import { createApiServer } from '../../apps/server/api-server.ts';
import { readSettings } from '../../apps/server/config/settings.ts';
import { listen } from '../../apps/server/http/listen.ts';
import { createLog } from '../../apps/server/observability/log.ts';
import { closeServices, openServices } from '../../apps/server/services.ts';

const settings = readSettings();
const log = createLog(settings.logLevel);
const services = await openServices(settings, log);
await listen(createApiServer(services, log), settings, log, (drainMs) => closeServices(services, drainMs));
