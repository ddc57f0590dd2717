/**
 * User agents of programs that fetch pages without a person. Headless Chromium identifies itself. CUBOT phones and the Daum app
 * are used by people.
 */
const NAMES =
  /(?<!\bcu)bot\b|crawl|spider|slurp|headless|lighthouse|pagespeed|preview|monitor|uptime|curl|wget|python|java\/|okhttp|axios|node|phantom|selenium|scrapy|facebookexternalhit|kakaotalk-scrap|yeti|daum(oa|\/)/i;

/** Whether the user agent belongs to a bot. An empty one counts as a bot. */
export function isBot(userAgent: string | undefined): boolean {
  return userAgent === undefined || userAgent.trim() === '' || NAMES.test(userAgent);
}
