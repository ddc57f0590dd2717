import type { Family, Format } from '@bakkum/formats/format';
import { numberFormat } from '@bakkum/i18n/intl';
import type { Locale } from '@bakkum/i18n/locale';
import { formatBytes } from '@bakkum/i18n/quantity';
import { limitedPairs } from '@bakkum/registry/browser-support';
import { publicFormats } from '@bakkum/registry/catalogue';
import { offeredCounts, offeredSources, offeredTargets, popularPairs, spokenName } from '@bakkum/registry/offered-pairs';
import { type ToolKind, toolPath, tools } from '@bakkum/registry/tools';
import { USUAL_LIMITS } from '../../workbench/usual-limits.ts';
import { formatsWithPage } from './format-view.server.ts';
import { linkTo } from './related.server.ts';
import { messagesIn, type Say } from './say.server.ts';
import { CATEGORIES, type Category, type FormatListView, type ListedFormat } from './view.ts';

const CATEGORY_OF: Readonly<Record<Family, Category>> = {
  image: 'images',
  vector: 'images',
  document: 'documents',
  spreadsheet: 'documents',
  presentation: 'documents',
  ebook: 'documents',
  audio: 'audio',
  video: 'video',
  subtitle: 'video',
  archive: 'archives',
  program: 'archives',
  font: 'code',
  data: 'code',
  model3d: 'code',
  interchange: 'code',
};

/** Search words for the formats of a family. Each page has those of both languages. */
const KINDS: Readonly<Record<Family, string>> = {
  image: 'image photo picture 이미지 사진 그림',
  vector: 'image drawing vector 이미지 그림 벡터',
  document: 'document 문서',
  spreadsheet: 'spreadsheet table 스프레드시트 표',
  presentation: 'presentation slides 프레젠테이션 발표 슬라이드',
  ebook: 'book ebook 전자책 책',
  audio: 'audio sound music 오디오 소리 음악',
  video: 'video movie film 동영상 영상 비디오',
  subtitle: 'subtitles captions 자막',
  archive: 'archive compressed 압축',
  program: 'program app 프로그램 앱',
  font: 'font typeface 글꼴 폰트',
  data: 'data 데이터',
  model3d: '3d model 모델 모형',
  interchange: '',
};

const TOOL_KINDS: readonly ToolKind[] = ['pdf', 'image', 'video', 'audio'];

export type FormatListPage = { readonly title: string; readonly description: string; readonly view: FormatListView };

export function formatListPage(locale: Locale): FormatListPage {
  const say = messagesIn(locale);
  const counts = offeredCounts();
  const number = numberFormat(locale);
  const written = { formats: number.format(counts.formats), pairs: number.format(counts.pairs) };
  return {
    title: say('listTitle'),
    description: say('listDescription', written),
    view: {
      heading: say('listHeading'),
      lead: [say('listLead'), ...limitSentences(say, locale)].join(' '),
      search: say('listSearch'),
      searchHint: say('listSearchHint'),
      category: say('listCategory'),
      all: say('listAll'),
      none: say('listNone'),
      reads: say('listReads'),
      writes: say('listWrites'),
      categories: {
        documents: say('category_documents'),
        images: say('category_images'),
        audio: say('category_audio'),
        video: say('category_video'),
        archives: say('category_archives'),
        code: say('category_code'),
      },
      tiles: [
        { value: written.formats, text: say('tileFormats') },
        { value: written.pairs, text: say('tilePairs') },
        { value: formatBytes(locale, USUAL_LIMITS.bytes), text: say('tileSize') },
        { value: number.format(USUAL_LIMITS.files), text: say('tileBatch') },
      ],
      tools: {
        heading: say('tools'),
        groups: TOOL_KINDS.map((kind) => ({
          heading: say(`tools_${kind}`),
          links: tools()
            .filter((tool) => tool.kind === kind)
            .map((tool) => ({ path: toolPath(tool), text: tool[locale].name })),
        })),
      },
      popular: { heading: say('listPopular'), links: popularPairs().map(linkTo) },
      formats: rows(locale),
    },
  };
}

/** Says how many conversions do not work everywhere; nothing if all do. */
function limitSentences(say: Say, locale: Locale): readonly string[] {
  const number = numberFormat(locale);
  return [...limitedPairs()].map(([place, count]) =>
    place === 'phones'
      ? say('listNeedComputer', { pairs: number.format(count), count })
      : say('listNeedOtherBrowser', { pairs: number.format(count), count, browser: say(`browser_${place}`) }),
  );
}

function rows(locale: Locale): readonly ListedFormat[] {
  const withPage = new Set(formatsWithPage());
  const ranked = [...new Set(popularPairs().flatMap(({ from, to }) => [from, to]))];
  const row = (format: Format): ListedFormat => ({
    id: format.id,
    name: spokenName(format.id),
    title: format.title[locale],
    category: CATEGORY_OF[format.family],
    words: [
      ...[format.id, format.name, ...format.extensions.map((extension) => `.${extension}`)],
      ...[...(format.keywords ?? []), KINDS[format.family]],
    ]
      .join(' ')
      .toLowerCase(),
    to: offeredTargets(format.id).length,
    from: offeredSources(format.id).length,
    hasPage: withPage.has(format),
    ...(ranked.includes(format.id) && { rank: ranked.indexOf(format.id) }),
  });
  const order = (category: Category): number => CATEGORIES.indexOf(category);
  return publicFormats()
    .map(row)
    .filter(({ to, from }) => to + from > 0)
    .sort(
      (a, b) =>
        order(a.category) - order(b.category) || Number(b.hasPage) - Number(a.hasPage) || a.name.localeCompare(b.name, 'en'),
    );
}
