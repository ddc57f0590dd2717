/**
 * The words a prompt is read with. Each row is `name: English terms | Korean terms`; the first of each language is the name shown to
 * people. Data only.
 */
export const LEXICON = {
  kind: `
poster: poster, flyer, banner, typography, typographic poster, lettering, cover, sign | 포스터, 전단지, 배너, 타이포그래피, 표지, 현수막, 간판, 캘리그라피
card: card, greeting card, invitation, postcard, gift tag, invite | 카드, 초대장, 엽서, 연하장, 청첩장
pattern: pattern, seamless pattern, texture, wrapping paper, seamless, tile, textile, repeat pattern | 패턴, 무늬, 반복 무늬, 포장지, 벽지, 패턴 디자인
wallpaper: wallpaper, background, backdrop, abstract background, abstract, lock screen | 배경화면, 배경, 추상, 추상 배경, 잠금화면, 바탕화면
icon: icon, app icon, sticker, badge, emblem, favicon | 아이콘, 앱 아이콘, 스티커, 배지, 엠블럼, 뱃지
logo: logo, logotype, brand mark, wordmark, monogram | 로고, 로고타입, 브랜드 마크, 모노그램
bar: bar chart, bar graph, chart, graph, column chart, histogram | 막대그래프, 막대 그래프, 그래프, 차트, 막대 차트
line: line chart, line graph, trend | 선그래프, 꺾은선그래프, 꺾은선 그래프, 선 그래프, 라인 차트, 추이
pie: pie chart, donut chart, doughnut chart, pie graph | 원그래프, 원 그래프, 파이 차트, 도넛 차트, 파이차트, 도넛차트
qr: qr code, qr, qrcode | qr코드, qr 코드, 큐알코드, 큐알`,
  time: `
night: night, nighttime, midnight, starry night, moonlit, moonlight, night sky, starry, starry sky | 밤, 한밤, 한밤중, 밤하늘, 달빛, 야경, 별밤, 심야, 별이 빛나는 밤
sunset: sunset, dusk, golden hour, evening, twilight, sundown | 노을, 석양, 저녁노을, 해질녘, 저녁, 황혼, 일몰, 해 질 녘, 해 질 무렵
dawn: dawn, sunrise, early morning, morning, daybreak | 새벽, 일출, 아침, 동틀 녘, 해돋이
day: day, daytime, daylight, sunny, sunshine, noon, blue sky, clear sky, sunny day | 낮, 대낮, 햇살, 햇빛, 맑은, 화창한, 푸른 하늘, 파란 하늘, 맑은 날, 화창한 날`,
  place: `
sea: sea, ocean, seaside, coast, bay, harbour, harbor | 바다, 해안, 바닷가, 대양, 항구, 바다 풍경
beach: beach, shore, sand beach, seashore | 해변, 백사장, 모래사장
underwater: underwater, under the sea, deep sea, coral reef, under water | 바닷속, 바다 속, 물속, 심해, 산호초
forest: forest, woods, woodland, jungle, forests | 숲, 숲속, 숲 속, 정글, 산림, 밀림
mountains: mountains, mountain range, hills, alps, valley, mountain landscape | 산속, 산 속, 산맥, 언덕, 산골, 산골짜기, 계곡, 산들
lake: lake, river, pond, stream, riverside | 호수, 강, 강가, 연못, 시냇물, 강변
field: field, meadow, grass, garden, park, lawn, farm, hill, countryside, prairie | 들판, 초원, 잔디밭, 정원, 공원, 풀밭, 농장, 시골, 꽃밭, 마당, 동산
city: city, skyline, town, street, downtown, cityscape, alley, city street, metropolis | 도시, 거리, 시내, 골목, 도심, 마을, 길거리, 서울
desert: desert, dunes, sand dunes, sahara | 사막, 모래언덕
snowfield: snowfield, snowy field, arctic, snow-covered field, snowy landscape, snow, snowy | 설원, 눈밭, 눈 덮인 들판, 북극, 눈 쌓인 들판, 눈, 눈 내린, 눈 덮인, 눈이 온, 눈 온, 눈이 내린, 눈이 쌓인, 눈 쌓인
space: space, outer space, galaxy, universe, cosmos, nebula | 우주, 은하, 은하수, 우주 공간
sky: sky, above the clouds, in the clouds | 하늘, 구름 위
room: room, living room, indoors, bedroom, wall, interior, house interior, cafe, kitchen | 방, 거실, 실내, 침실, 벽, 방 안, 집 안, 카페, 부엌`,
  weather: `
rain: rain, raining, rainy, rainfall, rainy day | 비, 비 오는, 비오는, 비가 오는, 비 내리는, 빗속, 비가 내리는, 장마
snowfall: snowing, snowfall, snowflakes, falling snow, blizzard, winter snow | 눈 오는, 눈이 오는, 눈 내리는, 눈이 내리는, 함박눈, 눈송이들
fog: fog, foggy, mist, misty, haze | 안개, 안개 낀, 물안개, 안개가 낀
clouds: clouds, cloudy, overcast | 구름들, 흐린, 뭉게구름, 구름 낀
stars: stars, starlight, twinkling stars | 별들, 별빛, 수많은 별
rainbow: rainbow | 무지개`,
  season: `
spring: spring, springtime, cherry blossoms, spring day | 봄, 봄날, 벚꽃 날리는, 벚꽃이 핀, 벚꽃 핀
summer: summer, summertime, summer day | 여름, 여름날
autumn: autumn, fall season, autumn leaves, fall foliage | 가을, 단풍, 가을날
winter: winter, wintertime, winter day | 겨울, 겨울날`,
  colour: `
#e5383b: red, scarlet, crimson | 빨간, 빨강, 빨간색, 붉은, 붉은색, 적색, 진홍, 빨갛게
#f5762a: orange | 주황, 주황색, 주황빛, 오렌지색
#ffc53d: yellow | 노란, 노랑, 노란색, 노란빛, 황색, 노랗게
#43a548: green, emerald | 초록, 초록색, 초록빛, 녹색, 에메랄드, 푸르른, 연두색, 연두
#2f6fde: blue | 파란, 파랑, 파란색, 푸른, 푸른색, 청색, 파랗게
#56c0f0: sky blue, light blue, cyan | 하늘색, 연파랑
#22346f: navy, dark blue, indigo | 남색, 네이비, 짙은 남색, 곤색
#8e4ec6: purple, violet | 보라, 보라색, 보랏빛, 자주색
#ff7eb6: pink | 분홍, 분홍색, 분홍빛, 핑크, 핑크색
#8b5a2b: brown | 갈색, 밤색, 고동색
#2b2b33: black | 검은, 검정, 검은색, 검정색, 까만, 까맣게
#f7f5f0: white | 흰, 하얀, 흰색, 하얀색, 백색, 하얗게
#9aa0a6: grey, gray | 회색, 잿빛, 그레이
#e0aa3e: gold, golden | 금색, 황금색, 황금, 금빛, 황금빛
#c3c9d0: silver | 은색, 은빛
#2cb1a6: teal, turquoise | 청록, 청록색, 터키색, 옥색
#ead7b5: beige, cream, ivory | 베이지, 베이지색, 크림색, 아이보리
#ff7f6b: coral, salmon | 산호색, 코랄, 살구색
#8fe0c0: mint | 민트, 민트색
#b9a2eb: lavender, lilac | 라벤더색, 연보라, 연보라색, 라일락색`,
  mood: `
pastel: pastel, soft colors, soft colours, pastel colors, cute, gentle | 파스텔, 파스텔톤, 파스텔 톤, 귀여운, 부드러운, 은은한, 귀엽게, 부드럽게, 은은하게
dark: dark, moody, dark mode | 어두운, 다크, 다크모드, 어둡게
vivid: vivid, bold, bright, colorful, colourful, vibrant, cheerful | 선명한, 알록달록한, 화려한, 밝은, 생생한, 경쾌한, 밝게, 화려하게, 선명하게
vintage: vintage, retro, classic, nostalgic | 빈티지, 레트로, 복고풍, 고전적인, 클래식한
neon: neon, cyberpunk | 네온, 사이버펑크
monochrome: monochrome, black and white | 흑백, 무채색, 모노톤
minimal: minimal, minimalist, simple, clean, plain | 미니멀, 미니멀한, 단순한, 심플한, 깔끔한, 간단한, 단순하게, 심플하게, 깔끔하게`,
  motif: `
dots: dots, polka dots, polka dot, dotted, circles | 물방울무늬, 물방울 무늬, 점무늬, 도트, 동그라미, 땡땡이
stripes: stripes, striped, stripe, lines | 줄무늬, 스트라이프, 선들
checks: checks, checkered, gingham, plaid, checked | 체크, 체크무늬, 체크 무늬, 바둑판
waves: waves, wavy, scallops, seigaiha | 물결, 물결무늬, 물결 무늬, 파도 무늬
triangles: triangles, geometric, geometry, geometric shapes, diamonds | 삼각형, 기하학, 기하학적인, 기하학 무늬, 도형, 마름모
zigzag: zigzag, chevron, zigzags | 지그재그, 갈매기무늬
terrazzo: terrazzo, confetti, memphis | 테라조, 색종이, 콘페티
gradient: gradient, gradients, gradient background, mesh gradient, mesh | 그라데이션, 그라디언트, 메시 그라데이션
aurora: aurora, northern lights | 오로라
bokeh: bokeh, bubbles, blurry lights | 보케, 거품, 빛망울`,
  occasion: `
birthday: birthday, happy birthday | 생일, 생신
christmas: christmas, xmas | 크리스마스, 성탄절
new year: new year, happy new year | 새해, 신년, 설날
thank you: thank you, thanks, gratitude | 감사, 고마움
congratulations: congratulations, congrats, graduation | 축하, 졸업, 합격
wedding: wedding, marriage | 결혼, 결혼식
love: valentine, valentines day | 밸런타인데이, 발렌타인데이
halloween: halloween | 핼러윈, 할로윈`,
  count: `
1: one, single, a, an | 한, 하나
2: two, a pair of, pair of, a couple of, couple of, both | 두, 둘, 한 쌍의, 한 쌍
3: three, a few, few, some | 세, 셋, 몇
4: four | 네, 넷
5: five, several | 다섯, 여러
6: six | 여섯
7: seven, many, lots of, a lot of, a flock of, a group of, a bunch of, numerous | 일곱, 많은, 수많은
8: eight | 여덟
9: nine | 아홉
10: ten | 열
11: eleven | 열한
12: twelve, a dozen, dozen | 열두`,
  relation: `
on: on, on top of, upon, sitting on, standing on, lying on, riding, riding on, onto, atop, sleeping on | 위, 꼭대기, 타고, 타는, 탄
under: under, beneath, below, underneath, sitting under, sleeping under | 아래, 밑
behind: behind, in back of | 뒤, 뒤쪽, 뒤편
front: in front of, before | 앞, 앞쪽
beside: beside, next to, near, by, alongside, to the left of, to the right of, at the side of | 옆, 곁, 근처, 옆쪽
in: in, inside, into, within | 안, 속
above: above, over, flying over, floating above, hovering over | 위로, 상공`,
  unsupported: `
photo: photo, photograph, photorealistic, realistic, photography, product photo, studio photo | 사진, 실사, 사실적인, 제품 사진
oil painting: oil painting, oil paint | 유화
watercolor: watercolor, watercolour, watercolor painting | 수채화
3d render: 3d, 3d render, 3d rendering | 3d 렌더링, 입체
portrait: portrait | 초상화, 인물화
ink painting: ink painting, ink wash | 수묵화, 먹그림
anime: anime, anime style, manga | 애니메이션, 애니메이션 화풍, 만화
cinematic: cinematic, cinematic photo | 영화적인, 시네마틱`,
} as const;

/** Words that draw nothing and hide nothing. */
export const FILLERS = {
  en: `a an the this that these those of with and or to for from is are be was it its at as my your our me i we us please draw make create design generate show paint picture image
images illustration drawing art artwork graphic vector flat style scene featuring containing has have having there some very really beautiful nice lovely pretty good great scenery
landscape view which while color colors colour colours colored coloured toned tone tones full set both where who says say saying text words word title titled reading quote
letters labelled labeled called named written about code link url chart data values percent sitting standing lying floating placed sits stands themed theme modern elegant happy
day shaped looking like big large small little tiny huge giant high quality hd 4k detailed left right top bottom side center centre middle each other using use only one-line
shop store company brand business app website`.split(/\s+/),
  ko: `그리고 그려 그려줘 그려주세요 그림 그린 이미지 만들어 만들어줘 만들어주세요 디자인 디자인해줘 일러스트 삽화 풍경 장면 있는 있다 있어요 있고 있습니다 앉은 앉아 서 누운 누워 놓인 떠 떠있는 뜬
담긴 들어간 들어있는 가득한 핀 피어 함께 같이 그 이 저 아주 매우 정말 예쁜 아름다운 멋진 좋은 글자 글씨 문구 문장 제목 적힌 쓰인 쓴 적은 라고 이라고 라는 이라는 위한 위해 대한 느낌 느낌의 분위기 분위기의
스타일 스타일의 테마 컨셉 색 색의 빛 톤 큰 작은 커다란 조그만 모양 모양의 배치 배치한 그려진 보이는 나오는 용 데이터 값 링크 주소 연결 연결하는 해주세요 해줘 주세요 줘 하나로 세트 벡터 플랫
현대적인 모던한 우아한 행복한 고화질 왼쪽 오른쪽 가운데 중앙 양쪽 및 또는 가게 회사 브랜드 매장 앱 사이트 홈페이지 없는 없이 없고 되는 된 하는 한 인 의 무료 색상 색깔 색감 빛나는 반짝이는 날 오는 내리는 낀 부는 내린 쌓인 무늬의 이 가 을 를 은 는 에 에서 와 과 로`.split(
    /\s+/,
  ),
} as const;

export const COUNTERS =
  '마리 개 명 그루 송이 대 척 채 권 잔 병 장 자루 켤레 쌍 그릇 조각 사람 분 점 알 통 줄 곳 포기 가지 다발'.split(' ');

/** Greetings of occasions, set where a card quotes none. */
export const GREETINGS: Readonly<Record<string, { readonly en: string; readonly ko: string; readonly icon: string }>> = {
  birthday: { en: 'Happy birthday', ko: '생일 축하해요', icon: 'birthday-cake' },
  christmas: { en: 'Merry Christmas', ko: '메리 크리스마스', icon: 'christmas-tree' },
  'new year': { en: 'Happy New Year', ko: '새해 복 많이 받으세요', icon: 'party-popper' },
  'thank you': { en: 'Thank you', ko: '감사합니다', icon: 'bouquet' },
  congratulations: { en: 'Congratulations', ko: '축하합니다', icon: 'confetti-ball' },
  wedding: { en: 'We are getting married', ko: '저희 결혼합니다', icon: 'ring' },
  love: { en: 'Be my Valentine', ko: '사랑을 담아', icon: 'red-heart' },
  halloween: { en: 'Happy Halloween', ko: '해피 핼러윈', icon: 'jack-o-lantern' },
};
