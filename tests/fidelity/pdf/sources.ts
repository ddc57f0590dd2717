import type { Cell, Look, Part, Source } from './source.ts';

const ENGLISH = [
  'The second quarter closed with both new plants running as planned, and output rose well above that of the same period last year.',
  'Raw materials became dearer, so that the margin narrowed a little; transport will need watching in the second half.',
  'We visited nine customers in four countries and wrote down what they like, what they miss and what they would pay for.',
  'None of the figures below includes the joint venture, which keeps its own books until the merger is registered.',
  'A line of well-known measurements shows that the older machines use nearly twice as much energy for each finished part.',
  'If the weather holds, the road to the northern site can be opened before the holidays; otherwise it has to wait until spring.',
  'The committee asked for a simpler table, fewer footnotes, and one page that says what should be decided.',
  'Every measurement was repeated three times by different people, and the largest difference between them was 0.4 %.',
  'Complaints fell from 118 to 74, most of them about late deliveries during the strike in February.',
  'Training for the new system begins in September and takes two afternoons for each member of the staff.',
];
const KOREAN = [
  '이번 분기에는 새로 문을 연 공장 두 곳이 모두 예정대로 돌아가기 시작했고, 그 덕분에 지난해 같은 기간보다 생산량이 크게 늘었다.',
  '다만 원자재 값이 올라 이익률은 조금 낮아졌으며, 하반기에는 운송비도 함께 살펴볼 필요가 있다.',
  '네 나라의 고객 아홉 곳을 찾아가 무엇이 좋고 무엇이 아쉬운지, 얼마까지 낼 생각이 있는지를 자세히 들었다.',
  '아래 숫자에는 합작 회사의 실적이 들어 있지 않은데, 합병 등기가 끝날 때까지는 장부를 따로 쓰기 때문이다.',
  '오래된 기계는 부품 하나를 만드는 데 거의 두 배의 전기를 쓴다는 사실이 이번 측정에서 분명히 드러났다.',
  '날씨가 좋으면 연휴 전에 북쪽 현장으로 가는 길을 열 수 있지만, 그렇지 않으면 봄까지 기다려야 한다.',
  '위원회는 표를 더 간단하게 만들고 각주를 줄이며, 결정할 내용을 한 쪽에 정리해 달라고 요청했다.',
  '모든 측정은 서로 다른 사람이 세 번씩 되풀이했으며 가장 큰 차이는 0.4%였다.',
  '불만은 118건에서 74건으로 줄었고, 대부분은 2월 파업 때 배송이 늦어진 데 따른 것이었다.',
  '새 시스템 교육은 9월에 시작하며 직원마다 오후 두 번이면 끝난다.',
];
const POOLS = { en: ENGLISH, ko: KOREAN } as const;
type Language = keyof typeof POOLS;

/** Deterministic pseudo-random numbers. */
function createDice(seed: number): (sides: number) => number {
  let state = seed * 2654435761 + 12345;
  return (sides) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

type Writer = { readonly roll: (sides: number) => number; paragraph(sentences: number): string };

function writerOf(language: Language, seed: number): Writer {
  const roll = createDice(seed);
  const pool = POOLS[language];
  return { roll, paragraph: (sentences) => Array.from({ length: sentences }, () => pool[roll(pool.length)]).join(' ') };
}

const TITLES = { en: 'Quarterly report', ko: '분기 사업 보고서' } as const;
const HEADINGS = {
  en: ['Overview', 'Markets and customers', 'Production', 'Figures of the year', 'Outlook', 'What was decided', 'Open questions'],
  ko: ['개요', '시장과 고객', '생산 현황', '올해의 실적', '앞으로의 계획', '결정한 일', '남은 문제'],
} as const;
const ITEMS = {
  en: [
    'New plants opened in spring',
    'Costs of steel went up by a tenth',
    'Two products were withdrawn',
    'A third shift is planned for autumn',
  ],
  ko: ['봄에 새 공장을 열었음', '철강 가격이 십 퍼센트 올랐음', '두 제품의 판매를 끝냈음', '가을에 세 번째 근무조를 둘 계획임'],
} as const;

const money = (value: number): string => String(value).replace(/\B(?=(\d{3})+(?!\d))/g, ',');

function figures(language: Language, roll: (sides: number) => number, rows: number, ruled: boolean): Part {
  const head = language === 'en' ? ['Month', 'Sales', 'Cost', 'Result'] : ['월', '매출', '비용', '이익'];
  const months =
    language === 'en'
      ? ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August']
      : ['1월', '2월', '3월', '4월', '5월', '6월', '7월', '8월'];
  const body = Array.from({ length: rows }, (_, index): readonly Cell[] => {
    const [sales, cost] = [1000 + roll(9000), 500 + roll(4000)];
    return [`${months[index % 8] ?? ''} ${2018 + Math.floor(index / 8)}`, money(sales), money(cost), money(sales - cost)];
  });
  const total: readonly Cell[] = ruled
    ? [{ text: language === 'en' ? 'Sum of all months' : '전체 합계', span: 2 }, money(roll(90_000)), money(roll(50_000))]
    : [language === 'en' ? 'Sum' : '합계', money(roll(90_000)), money(roll(50_000)), money(roll(40_000))];
  return { kind: 'table', ruled, rows: [head, ...body, total], numeric: [1, 2, 3] };
}

function report(language: Language, seed: number, chapters: number): readonly Part[] {
  const { roll, paragraph } = writerOf(language, seed);
  const parts: Part[] = [{ kind: 'title', text: TITLES[language] }];
  for (let chapter = 0; chapter < chapters; chapter++) {
    const heading = HEADINGS[language][chapter % 7] ?? '';
    parts.push({ kind: 'heading', level: 1, text: seed % 2 ? `${chapter + 1}. ${heading}` : heading });
    parts.push({
      kind: 'paragraph',
      text: paragraph(3 + roll(3)),
      ...(chapter === 1 ? { note: language === 'en' ? 'Counted on the last working day.' : '마지막 근무일에 센 숫자임.' } : {}),
    });
    if (roll(2) === 0)
      parts.push({
        kind: 'heading',
        level: 2,
        text: `${HEADINGS[language][(chapter + 3) % 7] ?? ''} ${chapter + 1}-${roll(9) + 1}`,
      });
    parts.push({ kind: 'paragraph', text: paragraph(2 + roll(4)) });
    if (chapter % 2 === 0) parts.push({ kind: 'list', ordered: chapter % 4 === 0, items: ITEMS[language] });
    if (chapter % 3 === 1) parts.push(figures(language, roll, 3 + roll(4), true));
    if (chapter % 3 === 2) parts.push({ kind: 'picture' });
    parts.push({ kind: 'paragraph', text: paragraph(2 + roll(3)) });
  }
  return parts;
}

function prose(language: Language, seed: number, chapters: number): readonly Part[] {
  const { roll, paragraph } = writerOf(language, seed);
  return [
    { kind: 'title', text: TITLES[language] },
    ...Array.from({ length: chapters }, (_, chapter): readonly Part[] => [
      { kind: 'heading', level: 1, text: `${chapter + 1}. ${HEADINGS[language][chapter % 7] ?? ''}` },
      { kind: 'paragraph', text: paragraph(4 + roll(3)) },
      { kind: 'paragraph', text: paragraph(3 + roll(4)) },
    ]).flat(),
  ];
}

function invoice(language: Language, seed: number): readonly Part[] {
  const { roll, paragraph } = writerOf(language, seed);
  const isKorean = language === 'ko';
  const goods = isKorean
    ? ['사무용 의자', '책상', '조명', '서류함', '화이트보드']
    : ['Office chair', 'Desk', 'Desk lamp', 'Filing cabinet', 'Whiteboard'];
  const rows = goods.map((name): readonly Cell[] => {
    const [count, price] = [1 + roll(9), 20 + roll(400)];
    return [name, String(count), money(price), money(price * count)];
  });
  const head = isKorean ? ['품목', '수량', '단가', '금액'] : ['Item', 'Count', 'Price', 'Amount'];
  return [
    { kind: 'title', text: isKorean ? '거래 명세서' : 'Invoice' },
    {
      kind: 'table',
      ruled: false,
      numeric: [],
      rows: isKorean
        ? [
            ['받는 곳', '한빛 상사', '번호', '2026-0117'],
            ['주소', '서울시 중구 세종대로 110', '날짜', '2026. 3. 4.'],
            ['담당', '김영희', '기한', '30일'],
          ]
        : [
            ['Customer', 'Northwind Trading', 'Number', '2026-0117'],
            ['Street', '12 Harbour Road', 'Date', '4 March 2026'],
            ['Contact', 'Mary Miller', 'Due', '30 days'],
          ],
    },
    { kind: 'paragraph', text: paragraph(1) },
    {
      kind: 'table',
      ruled: true,
      numeric: [1, 2, 3],
      rows: [head, ...rows, [{ text: isKorean ? '합계' : 'Total', span: 3 }, money(roll(9000))]],
    },
    { kind: 'paragraph', text: paragraph(2) },
  ];
}

function tables(language: Language, seed: number): readonly Part[] {
  const { roll, paragraph } = writerOf(language, seed);
  const kinds = [true, false, true, false];
  return kinds.flatMap((ruled, index): readonly Part[] => [
    { kind: 'heading', level: 1, text: HEADINGS[language][index] ?? '' },
    { kind: 'paragraph', text: paragraph(1 + roll(2)) },
    figures(language, roll, 4 + roll(12), ruled),
  ]);
}

/** A table with merged rows in its first column and merged columns in its head. */
function mergedTable(language: Language, roll: (sides: number) => number): Part {
  const isKorean = language === 'ko';
  const names = isKorean ? ['서울', '부산'] : ['North', 'South'];
  const kinds = isKorean ? ['제조', '판매', '연구'] : ['Making', 'Selling', 'Research'];
  const rows = names.flatMap((name) =>
    kinds.map((kind, index): readonly Cell[] => {
      const numbers = [money(100 + roll(900)), money(1000 + roll(9000))];
      return index === 0 ? [{ text: name, down: kinds.length }, kind, ...numbers] : [kind, ...numbers];
    }),
  );
  const head: readonly Cell[] = isKorean
    ? [{ text: '지역과 부문', span: 2 }, '인원', '매출']
    : [{ text: 'Region and branch', span: 2 }, 'People', 'Sales'];
  return { kind: 'table', ruled: true, numeric: [2, 3], rows: [head, ...rows] };
}

/** A paper: title and abstract across the page, contents on request, then chapters with a table and a list. */
function paper(language: Language, seed: number, chapters: number): readonly Part[] {
  const { roll, paragraph } = writerOf(language, seed);
  return [
    { kind: 'title', text: TITLES[language] },
    { kind: 'paragraph', text: paragraph(3) },
    ...Array.from({ length: chapters }, (_, chapter): readonly Part[] => [
      { kind: 'heading', level: 1, text: `${chapter + 1}. ${HEADINGS[language][chapter % 7] ?? ''}` },
      { kind: 'paragraph', text: paragraph(4 + roll(3)) },
      ...(chapter === 1 ? [{ kind: 'list', ordered: false, items: ITEMS[language] } as const] : []),
      ...(chapter === 2 ? [figures(language, roll, 4, true)] : []),
      { kind: 'paragraph', text: paragraph(3 + roll(4)) },
    ]).flat(),
  ];
}

/** Form lines with an introduction. */
function form(language: Language, seed: number): readonly Part[] {
  const { paragraph } = writerOf(language, seed);
  const isKorean = language === 'ko';
  return [
    { kind: 'title', text: isKorean ? '회원 가입 신청서' : 'Application for membership' },
    { kind: 'paragraph', text: paragraph(2) },
    {
      kind: 'form',
      fields: isKorean
        ? [
            ['이름', '김영희'],
            ['주소', '서울시 중구 세종대로 110'],
            ['전화번호', '02-120'],
          ]
        : [
            ['Name', 'Mary Miller'],
            ['Street', '12 Harbour Road'],
            ['Telephone', '555 0117'],
          ],
    },
    { kind: 'paragraph', text: paragraph(3) },
  ];
}

const withContents = (parts: readonly Part[]): readonly Part[] => [...parts.slice(0, 1), { kind: 'contents' }, ...parts.slice(1)];

function merged(language: Language, seed: number): readonly Part[] {
  const { roll, paragraph } = writerOf(language, seed);
  return [
    { kind: 'title', text: TITLES[language] },
    { kind: 'paragraph', text: paragraph(2) },
    mergedTable(language, roll),
    { kind: 'paragraph', text: paragraph(3) },
    mergedTable(language, roll),
  ];
}

const LATIN = { font: 'Liberation Serif', size: 11, align: 'justify', columns: 1 } as const;
const SANS = { font: 'Liberation Sans', size: 10, align: 'start', columns: 1 } as const;
const GOTHIC = { font: 'NanumGothic', size: 10.5, align: 'start', columns: 1 } as const;
const MYEONGJO = { font: 'NanumMyeongjo', size: 11, align: 'justify', columns: 1 } as const;

const printed =
  (printer: Source['printer']) =>
  (name: string, look: Look, parts: readonly Part[]): Source => ({ name, printer, look, parts });
const office = printed('libreoffice');
const browser = printed('chromium');
const tex = printed('latex');
const typst = printed('typst');

/** The documents printed to PDF: reports, papers in columns, invoices, tables, in English and Korean. */
export const SOURCES: readonly Source[] = [
  office('report-serif', { ...LATIN, header: 'Internal paper' }, report('en', 1, 6)),
  office('report-sans', { ...SANS, header: 'Draft for review' }, report('en', 2, 7)),
  office('report-indented', { ...LATIN, firstLineIndent: true }, report('en', 3, 5)),
  office('report-long', { ...LATIN, header: 'Annual statement' }, report('en', 5, 24)),
  office('report-korean-myeongjo', { ...MYEONGJO, header: '대외비' }, report('ko', 1, 6)),
  office('report-korean-gothic', { ...GOTHIC, header: '검토용 초안' }, report('ko', 2, 7)),
  office('report-korean-indented', { ...MYEONGJO, firstLineIndent: true }, report('ko', 3, 5)),
  office('report-korean-long', { ...GOTHIC, header: '연간 보고' }, report('ko', 5, 24)),
  office('report-small', { ...SANS, size: 8 }, report('en', 7, 6)),
  office('report-large', { ...LATIN, size: 14 }, report('en', 8, 5)),
  office('report-landscape', { ...SANS, landscape: true }, report('en', 9, 5)),
  office('paper-two-columns', { ...LATIN, columns: 2, size: 10 }, prose('en', 11, 6)),
  office('paper-two-columns-ragged', { ...SANS, columns: 2 }, prose('en', 12, 7)),
  office('paper-three-columns', { ...LATIN, columns: 3, size: 9, landscape: true }, prose('en', 13, 6)),
  office('paper-korean-two-columns', { ...MYEONGJO, columns: 2, size: 10 }, prose('ko', 14, 6)),
  office('paper-korean-two-columns-ragged', { ...GOTHIC, columns: 2, size: 9.5 }, prose('ko', 15, 8)),
  office('invoice', SANS, invoice('en', 21)),
  office('invoice-korean', GOTHIC, invoice('ko', 22)),
  office('tables', SANS, tables('en', 23)),
  office('tables-korean', GOTHIC, tables('ko', 24)),
  office('tables-serif', LATIN, tables('en', 25)),
  browser('web-report', SANS, report('en', 31, 6)),
  browser('web-report-serif', LATIN, report('en', 32, 6)),
  browser('web-report-korean', GOTHIC, report('ko', 33, 6)),
  browser('web-report-korean-justified', MYEONGJO, report('ko', 34, 6)),
  browser('web-two-columns', { ...LATIN, columns: 2 }, prose('en', 35, 6)),
  browser('web-two-columns-korean', { ...GOTHIC, columns: 2 }, prose('ko', 36, 6)),
  browser('web-invoice', SANS, invoice('en', 37)),
  browser('web-invoice-korean', GOTHIC, invoice('ko', 38)),
  browser('web-tables', SANS, tables('en', 39)),
  browser('web-tables-korean', GOTHIC, tables('ko', 40)),
  browser('web-long', LATIN, report('en', 41, 20)),
  office('paper-across', { ...LATIN, columns: 2, size: 10, across: 2 }, paper('en', 51, 6)),
  office('paper-korean-across', { ...MYEONGJO, columns: 2, size: 10, across: 2 }, paper('ko', 52, 6)),
  office('merged-cells', SANS, merged('en', 53)),
  office('merged-cells-korean', GOTHIC, merged('ko', 54)),
  office('form', SANS, form('en', 55)),
  office('form-korean', GOTHIC, form('ko', 56)),
  browser('web-paper-across', { ...LATIN, columns: 2, across: 2 }, paper('en', 57, 7)),
  browser('web-merged-cells', SANS, merged('en', 58)),
  browser('web-merged-cells-korean', GOTHIC, merged('ko', 59)),
  browser('web-form', SANS, form('en', 60)),
  tex('latex-article', { ...LATIN, header: 'Annual statement' }, report('en', 61, 8)),
  tex('latex-contents', LATIN, withContents(report('en', 63, 12))),
  tex('latex-two-columns', { ...LATIN, size: 10, columns: 2, across: 2 }, paper('en', 62, 8)),
  tex('latex-times-two-columns', { ...LATIN, font: 'Times', size: 10, columns: 2, across: 2 }, paper('en', 64, 8)),
  tex('latex-merged-cells', LATIN, merged('en', 65)),
  tex('latex-korean', MYEONGJO, report('ko', 66, 6)),
  typst('typst-report', { ...SANS, font: 'NanumGothic', header: 'Annual statement' }, report('en', 71, 8)),
  typst('typst-contents', { ...LATIN, font: 'NanumMyeongjo' }, withContents(report('en', 73, 10))),
  typst('typst-report-korean', { ...GOTHIC, header: '검토용 초안' }, report('ko', 72, 8)),
  typst('typst-contents-korean', MYEONGJO, withContents(report('ko', 75, 10))),
  typst('typst-two-columns-korean', { ...MYEONGJO, columns: 2, size: 9.5, across: 2 }, paper('ko', 74, 7)),
  typst('typst-merged-cells-korean', GOTHIC, merged('ko', 76)),
];
