/** Whether a prompt excludes a term rather than asking for it: "no violence please", "폭력 없이". */

/** English negations stand before the term. Only words that do not turn the sentence may stand between: not "never ending". */
const BEFORE =
  /(?<![\p{L}\p{N}])(?:no|not|non|never|nothing|without|avoid|avoiding|exclude|excluding|free of|free from|isn't|aren't|don't|doesn't|zero)(?:[\s-]+(?:an?|the|any|all|kinds?|sorts?|types?|hints?|signs?|traces?|scenes?|of|or|and|nor|more|extra|such|show|showing|include|including|depict|depicting|draw|add|contain|graphic|explicit|extreme|sexual|violent|violence|gore|gory|blood|nudity|weapons)){0,3}[\s-]+$/u;
/** `violence-free` */
const AFTER = /^[\s-]+free(?!\p{L})(?![\s-]+(?:of|from|for|to)(?!\p{L}))/u;
/** Korean negations follow the term and its particles. Runs of spaces are one space. */
const KOREAN_AFTER =
  /^(?:적인|적|성|인|스러운)? ?(?:장면|내용|요소|표현|묘사|것|부분|행위)?(?:이나|이|은|는|을|를|도|가|하지|하게|이지|지)? ?(?:전혀|절대|하나도|그리지|넣지)? ?(?:없이|없는|없게|없고|없음|없도록|없어|말고|말아|마세요|빼고|빼줘|빼 주|제외|금지|아닌|아니고|아니며|않은|않게|않고|않는|안 나오)/u;
/** Characters to read on each side of a term. */
const REACH = 60;

/** @param match a term in `text` with its position */
export function isNegated(text: string, match: RegExpExecArray): boolean {
  const after = text.slice(match.index + match[0].length, match.index + match[0].length + REACH).replaceAll(/\s+/g, ' ');
  const before = text.slice(Math.max(0, match.index - REACH), match.index);
  return BEFORE.test(before) || AFTER.test(after) || KOREAN_AFTER.test(after);
}

/** "stop violence", "the end of violence", "against domestic violence", but not "don't stop violence" */
const AGAINST =
  /(?<!(?:n't|not|never|non)[\s-]{0,3})(?<!\p{L})(?:(?:stop|stopping|end|ending|prevent|preventing|against)(?:[\s-]+(?:the|all|any|this|of|sexual|domestic|family|school|gun|police|racial|child)){0,2}|anti)[\s-]+$/u;
const PREVENTION =
  /^(?:[\s-]+(?:and|or)[\s-]+\p{L}+)?[\s-]+(?:prevention|awareness|hotline|support|victims?|survivors?)(?!\p{L})/u;
const KOREAN_PREVENTION = /^(?:을|를)? ?(?:예방|근절|추방|방지|상담|신고|피해|캠페인|반대(?!편|쪽|로))/u;

/** Whether a prompt campaigns against a term or helps its victims. @param match a term in `text` with its position */
export function isPrevented(text: string, match: RegExpExecArray): boolean {
  const after = text.slice(match.index + match[0].length, match.index + match[0].length + REACH).replaceAll(/\s+/g, ' ');
  const before = text.slice(Math.max(0, match.index - REACH), match.index);
  return AGAINST.test(before) || PREVENTION.test(after) || KOREAN_PREVENTION.test(after);
}
