/** What programs call themselves that visit pages without a person. Chromium names itself so when nobody sees it. Phones of
 * CUBOT and the app of Daum have people at them. */
const NAMES =
  /(?<!\bcu)bot\b|crawl|spider|slurp|headless|lighthouse|pagespeed|preview|monitor|uptime|curl|wget|python|java\/|okhttp|axios|node|phantom|selenium|scrapy|facebookexternalhit|kakaotalk-scrap|yeti|daum(oa|\/)/i;

/** Whether no person is at this browser, as far as it says. One that says nothing is a program. */
export function isBot(userAgent: string | undefined): boolean {
  return userAgent === undefined || userAgent.trim() === '' || NAMES.test(userAgent);
}
