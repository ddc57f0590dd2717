/** Words the renderer recognises, English and Korean in their base form. Data only. */

type Table<Name extends string> = Readonly<Record<Name, string>>;

export type FigureName =
  | 'cat'
  | 'dog'
  | 'fox'
  | 'rabbit'
  | 'bird'
  | 'owl'
  | 'fish'
  | 'whale'
  | 'butterfly'
  | 'horse'
  | 'dragon'
  | 'person'
  | 'portrait'
  | 'robot'
  | 'house'
  | 'castle'
  | 'lighthouse'
  | 'pagoda'
  | 'boat'
  | 'car'
  | 'rocket'
  | 'balloon'
  | 'bicycle'
  | 'tree'
  | 'flower'
  | 'cup'
  | 'fruit'
  | 'lantern';

/** Things that can be drawn. */
export const FIGURE_WORDS: Table<FigureName> = {
  cat: 'cat kitten kitty tiger lion leopard panther 고양이 냥이 새끼고양이 호랑이 사자 표범',
  dog: 'dog puppy wolf corgi retriever husky 개 강아지 멍멍이 늑대 진돗개 리트리버 시바견',
  fox: 'fox 여우 사막여우',
  rabbit: 'rabbit bunny hare 토끼',
  bird: 'bird swan crane eagle seagull gull crow sparrow parrot dove heron 새 백조 두루미 학 독수리 갈매기 까마귀 참새 앵무새 비둘기',
  owl: 'owl 올빼미 부엉이',
  fish: 'fish goldfish koi shark turtle 물고기 금붕어 잉어 상어 거북 거북이',
  whale: 'whale dolphin orca 고래 돌고래 범고래',
  butterfly: 'butterfly moth dragonfly fairy 나비 나방 잠자리 요정',
  horse: 'horse pony unicorn deer 말 조랑말 유니콘 사슴 노루',
  dragon: 'dragon wyvern dinosaur 용 드래곤 공룡',
  person:
    'person man woman boy girl child kid traveler traveller wanderer samurai knight wizard witch warrior king queen monk dancer ' +
    'astronaut hiker figure couple people hero princess 사람 남자 여자 소년 소녀 아이 어린이 여행자 나그네 사무라이 기사 마법사 마녀 전사 왕 여왕 공주 스님 무용수 ' +
    '우주비행사 우주인 연인 등산객 주인공',
  portrait: 'portrait face headshot selfie bust 초상화 초상 얼굴 인물 프로필 증명사진',
  robot: 'robot android cyborg mech machine 로봇 안드로이드 사이보그 기계',
  house: 'house cottage cabin hut home barn farmhouse shop cafe 집 오두막 주택 통나무집 농가 가게 카페 찻집',
  castle: 'castle fortress palace ruin 성 성채 요새 궁전 유적 폐허',
  lighthouse: 'lighthouse beacon 등대',
  pagoda: 'pagoda temple shrine hanok gyeongbokgung 절 사찰 사원 신사 한옥 탑 경복궁 궁궐 기와집 정자',
  boat: 'boat ship sailboat yacht canoe sail vessel 배 돛단배 범선 요트 나룻배 카누 선박',
  car: 'car truck taxi van bus automobile vehicle 자동차 트럭 택시 버스 승용차',
  rocket: 'rocket spaceship spacecraft shuttle starship ufo 로켓 우주선 셔틀 유에프오',
  balloon: 'balloon airship blimp 풍선 열기구 비행선',
  bicycle: 'bicycle bike cyclist 자전거',
  tree: 'tree oak bonsai willow maple pine palm 나무 고목 분재 버드나무 단풍나무 소나무 야자수 느티나무',
  flower: 'flower rose tulip sunflower lotus bouquet daisy peony lily 꽃 장미 튤립 해바라기 연꽃 꽃다발 데이지 모란 백합 무궁화',
  cup: 'cup coffee tea mug teapot latte 커피 컵 찻잔 녹차 홍차 머그잔 라떼 주전자',
  fruit: 'fruit apple peach pear persimmon lemon 과일 사과 오렌지 복숭아 감 레몬',
  lantern: 'lantern lamp candle 등불 등 랜턴 초롱 촛불 연등 가로등',
};

export type PlaceName = 'mountain' | 'sea' | 'forest' | 'city' | 'desert' | 'meadow' | 'space' | 'underwater' | 'table' | 'lake';

/** Places. */
export const PLACE_WORDS: Table<PlaceName> = {
  sea: 'sea ocean beach coast shore island wave harbor harbour bay 바다 대양 해변 바닷가 해안 섬 파도 항구 만 제주 부산',
  lake: 'lake river pond stream waterfall reflection 호수 강 강가 연못 시냇물 개울 폭포 한강',
  forest: 'forest wood jungle grove bamboo woodland 숲 숲속 정글 밀림 대나무숲 삼림 수풀',
  city: 'city street town skyline downtown cyberpunk skyscraper building metropolis alley urban seoul tokyo 도시 거리 도심 시내 빌딩 마천루 골목 서울 사이버펑크 번화가',
  desert: 'desert dune sahara sand canyon 사막 모래 모래언덕 사구 협곡',
  meadow:
    'meadow field grassland prairie farm garden park hill countryside village vineyard 들판 초원 벌판 밭 논 농장 정원 공원 언덕 시골 마을 꽃밭 잔디밭',
  space: 'space galaxy planet nebula cosmos universe alien mars 우주 은하 은하수 행성 성운 외계 화성',
  underwater: 'underwater reef coral seabed 바닷속 물속 심해 산호 산호초 해저 수중',
  table:
    'table desk kitchen indoor interior room studio still-life cozy library 탁자 책상 식탁 부엌 주방 실내 방 방안 스튜디오 정물 정물화 서재 도서관',
  mountain:
    'mountain alps peak valley cliff volcano hill landscape himalaya glacier 산 산맥 봉우리 계곡 절벽 화산 설산 풍경 한라산 설악산 백두산 빙하',
};

export type TimeName = 'dawn' | 'day' | 'golden' | 'dusk' | 'night';

export const TIME_WORDS: Table<TimeName> = {
  golden: 'sunset goldenhour warm-light amber 노을 석양 해질녘 황금빛 저녁노을 해넘이 일몰 황혼빛',
  dawn: 'dawn sunrise morning daybreak 새벽 일출 아침 해돋이 동틀녘 해뜰녘',
  dusk: 'dusk twilight evening blue-hour 저녁 땅거미 황혼 어스름 초저녁',
  night:
    'night midnight moonlight moonlit starry moon star aurora nighttime neon 밤 한밤 밤바다 밤거리 심야 보름달 초승달 달밤 달빛 별 별빛 밤하늘 달 오로지 오로라 야경 네온',
  day: 'day daylight noon sunny sunlight midday 낮 한낮 대낮 정오 햇살 햇빛 맑은',
};

export type WeatherName = 'rain' | 'snow' | 'fog' | 'storm' | 'clear' | 'cloudy';

export const WEATHER_WORDS: Table<WeatherName> = {
  storm: 'storm thunder lightning stormy tempest 폭풍 천둥 번개 폭풍우 뇌우 태풍',
  rain: 'rain rainy drizzle raining 비 빗속 빗방울 비오는 장마 소나기 빗물 우산 umbrella',
  snow: 'snow snowy winter blizzard ice frozen 눈 눈밭 설원 겨울 눈보라 얼음 눈내리는 설경',
  fog: 'fog foggy mist misty haze hazy 안개 안갯속 물안개 자욱한 연무',
  cloudy: 'cloud cloudy overcast 구름 흐린 뭉게구름 구름바다',
  clear: 'clear cloudless 맑은 청명한',
};

export type SeasonName = 'spring' | 'summer' | 'autumn' | 'winter';

export const SEASON_WORDS: Table<SeasonName> = {
  spring: 'spring blossom cherry-blossom sakura 봄 봄날 벚꽃 매화 개나리 진달래',
  summer: 'summer tropical lush 여름 여름날 열대 푸르른',
  autumn: 'autumn fall maple foliage harvest 가을 단풍 낙엽 추수 억새',
  winter: 'winter snow snowy frozen christmas 겨울 설경 설원 크리스마스 눈',
};

/** Colour names, as #rrggbb. */
export const COLOUR_WORDS: Readonly<Record<string, string>> = {
  '#d9403f': 'red crimson scarlet ruby 빨간 빨강 빨간색 붉은 홍색 진홍 붉게',
  '#ef8a34': 'orange amber coral 주황 주황색 오렌지색 호박색 산호색',
  '#f0c33c': 'yellow gold golden 노란 노랑 노란색 황금 금색 금빛 황금빛',
  '#4f9d5b': 'green emerald olive 초록 초록색 녹색 푸른숲 에메랄드 연두 연두색',
  '#2fa7a0': 'teal turquoise cyan aqua mint jade celadon 청록 청록색 민트 민트색 옥색 청자 비취색 하늘색',
  '#3b74d1': 'blue azure navy indigo cobalt 파란 파랑 파란색 푸른 남색 쪽빛 감청색 푸르스름한',
  '#8a5cc7': 'purple violet lavender lilac 보라 보라색 보랏빛 라벤더 자주색 연보라',
  '#e685ad': 'pink magenta rose-pink 분홍 분홍색 핑크 핑크색 분홍빛 연분홍',
  '#8a5f3f': 'brown sepia chestnut 갈색 밤색 고동색 세피아',
  '#f2efe6': 'white ivory cream 흰 하얀 흰색 하얀색 백색 아이보리 크림색 순백',
  '#2b2b30': 'black ebony 검은 검정 검은색 까만 검정색 칠흑',
  '#8f949b': 'grey gray silver 회색 잿빛 은색 은빛',
};

export type MoodName = 'pastel' | 'vivid' | 'dark' | 'neon' | 'monochrome' | 'soft';

export const MOOD_WORDS: Table<MoodName> = {
  pastel: 'pastel muted 파스텔 파스텔톤 은은한 연한',
  vivid: 'vibrant vivid colorful colourful bright saturated 선명한 화려한 알록달록한 강렬한 원색 생생한',
  dark: 'dark gloomy moody noir gothic 어두운 음침한 음울한 느와르 고딕',
  neon: 'neon glowing cyberpunk glow 네온 네온빛 사이버펑크 형광 빛나는',
  monochrome: 'monochrome grayscale greyscale black-and-white 흑백 무채색 단색 수묵화 먹',
  soft: 'soft gentle dreamy serene calm peaceful 부드러운 몽환적인 잔잔한 고요한 평화로운 포근한',
};
