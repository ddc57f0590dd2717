/** What programs call themselves that visit pages without a person. Chromium names itself so when nobody sees it. */
const NAMES =
  /bot\b|bot[/;)]|crawl|spider|slurp|headless|lighthouse|pagespeed|preview|monitor|uptime|curl|wget|python|java\/|okhttp|axios|node|phantom|selenium|scrapy|facebookexternalhit|kakaotalk-scrap|yeti|daum/i;

/** Whether no person is at this browser, as far as it says. One that says nothing is a program. */
export function isBot(userAgent: string | undefined): boolean {
  return userAgent === undefined || userAgent.trim() === '' || NAMES.test(userAgent);
}
