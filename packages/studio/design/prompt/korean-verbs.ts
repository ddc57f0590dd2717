/** Korean verbs that ask for something, as in `눈이 오게 해 줘`: they name nothing to draw, although `해` alone is the sun. */

/** A run of tokens and the entry of the lexicon it has the meaning of. */
export type VerbRun = { readonly length: number; readonly entry: string };

/** An entry without a meaning. */
const FILLER = '줘';
const SNOW = '눈 오는';
const RAIN = '비 오는';

/** `줘`, `주세요`, `달라고`, `봐` … */
const ASKING =
  '(?:줘|줘요|줘라|줄래|줄래요|주세요|주셔요|주라|주면|주렴|주길|주시길|주시면|주실래요|주시겠어요|주십시오|주시오|' +
  '주었으면|주셨으면|줬으면|달라|달라고|다오|드려|봐|봐요|봐줘|보세요|놔|놔줘)';
const ASKS = new RegExp(`^${ASKING}$`, 'u');
/** Verbs of making and changing. Each may end with a request. */
const MAKING = new RegExp(
  '^(?:그려|만들어|바꿔|바꾸어|넣어|집어넣어|더해|추가해|올려|놓아|칠해|꾸며|표현해|생성해|제작해|변경해|배치해|연출해|표시해|보여|디자인해|적용해|' +
    `나타내|바뀌게|수정해|부탁해)(?:${ASKING}|요|라)?$|` +
    '^(?:그리|만들|바꾸|넣|더하|추가하|올리|놓|칠하|꾸미|표현하|변경하|배치하|하)(?:고|며|면서|면|도록|기|자|고서|게)$|' +
    '^(?:추가|추가로|좀|조금|좋겠어|좋겠어요|좋겠다|좋겠습니다|부탁|부탁해|부탁해요|부탁드려요|부탁드립니다|싶어|싶어요|원해|원해요)$',
  'u',
);
/** Verbs of being and becoming, before `해 줘`: the thing itself is drawn. */
const BECOMING =
  /^(?:오|내리|되|있|보이|나오|나타나|들어가|뜨|떠오르|생기|피|비치|앉|눕|끼|빛나|반짝이|쌓이|크|작|예쁘|멋지|아름답|하)(?:게|게끔|도록)$/u;
const CAUSING = /(?:게|게끔|도록)$/u;
/** `해줘`, `해주세요`, `해라` */
const DO_ATTACHED = new RegExp(`^해(?:${ASKING}|요|라|서|놓고)$`, 'u');
/** `축하해줘`: the noun before it keeps its meaning. */
const NOUN_AND_DO = new RegExp(`^([가-힣]{2,})해(?:${ASKING}|요)?$`, 'u');
/** `밝은 해`, `빨간 해`: an adjective stands before a noun, as does `와`. */
const BEFORE_NOUN = /(?:은|는|운|쁜|큰|근|흰|뜬|른|란|간|얀|한|된|와|과|랑|하고)$/u;
const BEFORE_DO = /(?:게|게끔|도록|으로|로)$/u;
const SIGN_OR_AND = /^(?:[^\p{L}\p{N}]|그리고|그리고는)$/u;

const FALLING =
  '(?:(?:오|내리|쏟아지|퍼붓|흩날리|날리)(?:게|게끔|도록|고|며|면서|면|길|기|자|네|지|는|는데)|와|와서|왔으면|온다|와요|내려|내려서|내렸으면|내린다|내려와)';
const FALLS = new RegExp(`^${FALLING}$`, 'u');
const FALLS_ATTACHED = new RegExp(`^(눈|비)(?:이|가|도)?${FALLING}$`, 'u');
const SUBJECT = /^(눈|함박눈|눈송이|첫눈|비|소나기|장대비|이슬비)(?:이|가|도|은|는|을|를|만)?$/u;
const JOINED = /^(눈|비)(?:과|와|이랑|랑|하고)$/u;
const HOW =
  /^(?:펑펑|많이|조금|살짝|좀|계속|주룩주룩|부슬부슬|소복소복|소복이|하얗게|세차게|거세게|가득|막|더|잔뜩|천천히|조용히|안)$/u;
const ENDS = /^(?:그치|멈추|그친|멈춘|멎)/u;
const NOT_AFTER = /^(?:않|말|마)/u;

/** Reads snow and rain that falls, and verbs of asking, at a place in a text. */
export function verbAt(tokens: readonly string[], at: number): VerbRun | undefined {
  return fallingAt(tokens, at) ?? (asksAt(tokens, at) ? { length: 1, entry: FILLER } : undefined);
}

/** `눈이 펑펑 오게`, `비오게`, and the snow of `눈과 비가 오게`. `비가 안 오게` draws none. */
function fallingAt(tokens: readonly string[], at: number): VerbRun | undefined {
  const token = tokens[at] ?? '';
  const attached = FALLS_ATTACHED.exec(token)?.[1];
  if (attached !== undefined) return { length: 1, entry: entryOf(attached) };
  const joined = JOINED.exec(token)?.[1];
  const next = joined === undefined ? undefined : fallingAt(tokens, at + 1);
  if (joined !== undefined && next) return { length: 1, entry: next.entry === FILLER ? FILLER : entryOf(joined) };
  const subject = SUBJECT.exec(token)?.[1];
  return subject === undefined ? undefined : fallOf(subject, tokens, at);
}

function fallOf(subject: string, tokens: readonly string[], at: number): VerbRun | undefined {
  const length = 1 + tokens.slice(at + 1, at + 4).findIndex((next) => !HOW.test(next)) + 1;
  const verb = tokens[at + length - 1] ?? '';
  if (ENDS.test(verb)) return { length, entry: FILLER };
  if (!FALLS.test(verb)) return undefined;
  if (verb.endsWith('지') && NOT_AFTER.test(tokens[at + length] ?? '')) return { length: length + 1, entry: FILLER };
  return { length, entry: tokens.slice(at, at + length).includes('안') ? FILLER : entryOf(subject) };
}

const entryOf = (subject: string): string => (/눈/u.test(subject) ? SNOW : RAIN);

function asksAt(tokens: readonly string[], at: number): boolean {
  const token = tokens[at] ?? '';
  if (ASKS.test(token) || MAKING.test(token) || DO_ATTACHED.test(token)) return true;
  if (token === '해') return doesAt(tokens, at);
  return BECOMING.test(token);
}

/** Whether `해` is the verb, not the sun. */
function doesAt(tokens: readonly string[], at: number): boolean {
  const previous = tokens[at - 1] ?? '';
  const next = tokens[at + 1];
  if (BEFORE_NOUN.test(previous)) return false;
  if (next !== undefined && ASKS.test(next)) return true;
  return BEFORE_DO.test(previous) && (next === undefined || SIGN_OR_AND.test(next));
}

/** The noun of `축하해` or `축하해 줘`. */
export function nounBeforeDo(token: string): string | undefined {
  return NOUN_AND_DO.exec(token)?.[1];
}

/** Whether a word ends in `게` before a verb of making, as in `차게 해 줘`: it is no crab. */
export function isCausative(tokens: readonly string[], at: number): boolean {
  return CAUSING.test(tokens[at] ?? '') && tokens[at + 1] !== undefined && asksAt(tokens, at + 1);
}
