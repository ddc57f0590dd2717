/**
 * Words by which the analysis recognises the content of a prompt, English and Korean in their base form; `_` joins the words of
 * one term. Data only.
 */

export const ASPECTS = ['subject', 'style', 'lighting', 'colour'] as const;
/** Aspects every prompt should cover. */
export type Aspect = (typeof ASPECTS)[number];

export const ASPECT_WORDS: Readonly<Record<Aspect, string>> = {
  subject:
    'person people man men woman women boy girl child children baby kid family couple friend portrait face eye hand hero king queen prince princess knight wizard witch ' +
    'samurai warrior astronaut dancer musician chef farmer fisherman monk traveler traveller robot android alien monster dragon unicorn fairy angel ghost mermaid phoenix ' +
    'animal cat kitten dog puppy fox wolf bear rabbit bunny horse deer lion tiger elephant panda monkey mouse hedgehog squirrel bird owl eagle crane swan duck penguin ' +
    'chicken fish whale dolphin shark turtle octopus jellyfish butterfly bee insect snake frog dinosaur ' +
    'flower blossom rose tulip sunflower lotus tree bonsai forest jungle garden field meadow mountain hill valley river lake waterfall sea ocean beach coast island desert canyon ' +
    'volcano cave sky cloud moon star planet galaxy landscape scenery nature village town city street alley skyline skyscraper building house cottage cabin castle palace ' +
    'temple pagoda hanok church cathedral tower bridge lighthouse harbor harbour station cafe restaurant shop market library bookshop kitchen bedroom room interior ' +
    'terrace village pattern scene car truck bus taxi train bicycle motorcycle boat ship sailboat airplane plane rocket spaceship airship balloon chair table lamp lantern window door clock watch phone ' +
    'camera book guitar piano violin cup mug coffee tea bread cake fruit apple lemon strawberry noodle noodles ramen sushi pizza burger food dish dessert bottle perfume vase ' +
    'shoe sneaker bag dress hat jewelry ring crown sword shield mask logo icon poster pattern character mascot toy statue sculpture crystal machine ' +
    '사람 인물 남자 남성 여자 여성 소년 소녀 아이 어린이 아기 가족 연인 친구 초상화 초상 얼굴 눈동자 영웅 왕 여왕 왕자 공주 기사 마법사 마녀 무사 사무라이 전사 선비 ' +
    '우주비행사 무용수 요리사 농부 어부 해녀 스님 여행자 할머니 할아버지 로봇 안드로이드 외계인 괴물 용 드래곤 유니콘 요정 천사 유령 도깨비 인어 봉황 구미호 ' +
    '동물 고양이 강아지 개 여우 늑대 곰 토끼 말 사슴 사자 호랑이 코끼리 판다 원숭이 생쥐 고슴도치 다람쥐 새 부엉이 올빼미 독수리 두루미 학 백조 오리 펭귄 닭 ' +
    '물고기 고래 돌고래 상어 거북 거북이 문어 해파리 나비 벌 곤충 뱀 개구리 공룡 ' +
    '꽃 장미 튤립 해바라기 연꽃 벚꽃 나무 소나무 분재 숲 정글 정원 들판 초원 꽃밭 산 언덕 계곡 강 호수 폭포 바다 해변 바닷가 해안 섬 사막 협곡 화산 동굴 하늘 ' +
    '구름 달 별 행성 은하 은하수 풍경 자연 마을 도시 거리 골목 야경 빌딩 건물 집 오두막 한옥 성 궁전 궁궐 경복궁 절 사찰 탑 교회 성당 다리 등대 항구 기차역 ' +
    '카페 찻집 식당 가게 시장 도서관 서재 서점 부엌 주방 침실 방 거실 자동차 트럭 버스 택시 기차 자전거 오토바이 배 돛단배 비행기 로켓 우주선 열기구 풍선 의자 ' +
    '탁자 식탁 책상 등불 등잔 연등 창문 문 시계 휴대폰 카메라 책 기타 피아노 바이올린 컵 찻잔 머그잔 커피 차 빵 케이크 과일 사과 감 레몬 딸기 국수 라면 김밥 ' +
    '떡볶이 비빔밥 초밥 피자 햄버거 음식 요리 디저트 병 향수 향수병 꽃병 항아리 도자기 신발 운동화 가방 드레스 한복 모자 반지 왕관 검 방패 가면 탈 로고 아이콘 포스터 ' +
    '무늬 캐릭터 마스코트 장난감 인형 동상 조각상 수정 기계',
  style:
    'photo photograph photography photorealistic photorealism realistic realism hyperrealistic cinematic film painting oil_painting oil watercolor watercolour acrylic gouache ' +
    'ink sketch drawing pencil charcoal pastel illustration illustrated anime manga cartoon comic pixel_art pixel digital_art digital concept_art 3d render rendering isometric ' +
    'low_poly vector flat minimalist minimalistic minimal abstract surreal surrealist surrealism impressionist impressionism expressionist cubist cubism art_nouveau art_deco ' +
    'baroque renaissance pop_art ukiyo-e vintage retro cyberpunk steampunk vaporwave gothic fantasy_art collage origami claymation papercut stained_glass mosaic engraving ' +
    'woodcut linocut line_art hand-drawn storybook polaroid macro bokeh studio_photo style ' +
    '사진 실사 사실적인 사실적 극사실 극사실주의 영화 영화적 영화적인 시네마틱 유화 수채화 수채 아크릴화 과슈 수묵화 수묵 먹그림 동양화 민화 스케치 드로잉 연필화 연필 목탄화 파스텔화 ' +
    '일러스트 삽화 동화 애니메이션 애니 만화 웹툰 카툰 픽셀아트 픽셀 디지털아트 디지털_아트 디지털 컨셉아트 3d 렌더링 아이소메트릭 로우폴리 벡터 플랫 미니멀 ' +
    '미니멀리즘 미니멀한 단순한 추상화 추상 추상적인 초현실 초현실적인 초현실주의 인상파 인상주의 표현주의 입체파 아르누보 아르데코 바로크 르네상스 팝아트 우키요에 빈티지 ' +
    '레트로 복고풍 사이버펑크 스팀펑크 고딕 콜라주 종이접기 클레이 스테인드글라스 모자이크 판화 목판화 선화 손그림 폴라로이드 접사 화풍 스타일',
  lighting:
    'light lighting lit sunlight sunlit sunshine sunny sunset sunrise dawn dusk twilight golden_hour blue_hour morning_light daylight moonlight moonlit starlight candlelight ' +
    'firelight lamplight neon backlit backlight backlighting rim_light spotlight glow glowing shadow shadows silhouette bright dim dark dramatic_light soft_light ' +
    'natural_light studio_light ambient volumetric ray rays sunbeam god_rays reflection chiaroscuro low-key high-key overcast misty foggy hazy lantern_light luminous radiant shiny sparkling ' +
    '빛 조명 햇살 햇빛 햇볕 일출 일몰 노을 석양 새벽 새벽빛 해질녘 황혼 땅거미 아침빛 아침햇살 달빛 별빛 촛불 등불빛 불빛 네온 네온빛 역광 후광 스포트라이트 그림자 실루엣 ' +
    '밝은 환한 어두운 은은한 자연광 간접광 스튜디오조명 명암 빛줄기 빛내림 반사 반짝이는 빛나는 눈부신 안개 안개낀 흐린 골든아워 매직아워 부드러운_빛 따스한_빛',
  colour:
    'red crimson scarlet ruby orange amber coral yellow gold golden green emerald olive teal turquoise cyan aqua mint jade blue azure navy indigo cobalt purple violet ' +
    'lavender lilac pink magenta brown sepia beige cream ivory white black grey gray silver bronze copper pastel monochrome black_and_white grayscale greyscale colorful ' +
    'colourful vibrant vivid muted saturated desaturated warm_tones cool_tones warm_colors cool_colors warm_colours cool_colours neutral palette color colour hue tone rainbow multicolored earthy ' +
    '빨간 빨강 빨간색 붉은 진홍 주황 주황색 노란 노랑 노란색 금색 금빛 황금빛 초록 초록색 초록빛 녹색 연두 연두색 청록 청록색 민트 민트색 옥색 하늘색 파란 파랑 파란색 푸른 푸른빛 남색 ' +
    '쪽빛 보라 보라색 보랏빛 연보라 라벤더색 분홍 분홍색 분홍빛 연분홍 핑크 갈색 베이지 크림색 아이보리 흰 흰색 하얀 하얀색 검은 검정 검은색 까만 회색 잿빛 은색 은빛 ' +
    '파스텔톤 파스텔 흑백 무채색 단색 알록달록한 알록달록 화려한 선명한 강렬한 차분한_색 따뜻한_색 따뜻한_색감 차가운_색 차가운_색감 색감 색조 배색 무지개 무지갯빛 오방색',
};

/** Kinds of details that improve a good prompt. They do not count for the score. */
export const IMPROVEMENTS = ['composition', 'setting', 'mood', 'detail'] as const;
export type Improvement = (typeof IMPROVEMENTS)[number];

export const IMPROVEMENT_WORDS: Readonly<Record<Improvement, string>> = {
  composition:
    'close-up closeup wide_angle wide_shot panorama panoramic aerial bird overhead top_view low_angle high_angle portrait_shot full_body symmetrical symmetry centered ' +
    'centred rule_of_thirds foreground background macro view angle shot framing negative_space 클로즈업 광각 파노라마 항공샷 부감 위에서 아래에서 올려다본 내려다본 전신 상반신 ' +
    '대칭 가운데 정면 측면 옆모습 뒷모습 구도 전경 배경 여백 시점 접사 원경 근경',
  setting:
    'in at on under over beside near among through inside outside behind forest city street beach mountain sea sky room garden field winter summer spring autumn fall night ' +
    'day morning evening rain snow fog storm space underwater 봄 여름 가을 겨울 밤 낮 아침 저녁 새벽 비 눈 안개 폭풍 숲 도시 거리 바다 해변 산 하늘 방 정원 들판 우주 ' +
    '위 아래 속 안 옆 앞 뒤 사이 너머',
  mood:
    'calm peaceful serene quiet cozy cosy warm happy joyful cheerful playful cute lovely romantic dreamy mysterious eerie dark gloomy melancholic sad lonely nostalgic epic ' +
    'dramatic majestic magical whimsical elegant energetic tense mood atmosphere 고요한 평화로운 잔잔한 아늑한 포근한 따뜻한 따스한 행복한 즐거운 발랄한 귀여운 사랑스러운 낭만적인 ' +
    '몽환적인 신비로운 으스스한 음울한 쓸쓸한 외로운 그리운 향수 웅장한 장엄한 극적인 마법같은 우아한 활기찬 분위기',
  detail:
    'detailed detail intricate texture textured sharp crisp highly ultra fine ornate delicate elaborate wooden stone metal glass silk velvet leather fur feather 정교한 섬세한 ' +
    '세밀한 디테일 자세한 질감 선명하게 또렷한 나무로 돌로 유리 금속 비단 가죽 털 깃털',
};

/** Function words, which are never the subject themselves. */
export const PLAIN_WORDS =
  'a an the of and or with without for to from by as is are was very really so more most some any this that these those my your his her its our their one two three four five ' +
  'beautiful nice good great amazing awesome cool pretty big small little large tiny huge old young new high low make create draw generate picture image something anything thing ' +
  'wallpaper art artwork masterpiece quality best 4k 8k hd ' +
  '그리고 또는 아주 매우 정말 너무 예쁜 아름다운 멋진 좋은 큰 작은 오래된 새로운 그림 이미지 사진 배경화면 작품 그려줘 만들어줘 뭔가 아무거나 것 하나 둘 셋 느낌 느낌의';

type Phrases = Readonly<Record<'en' | 'ko', readonly [string, ...string[]]>>;

/** Phrases for missing aspects, ready to be appended with a comma. */
export const ASPECT_PHRASES: Readonly<Record<Aspect, Phrases>> = {
  subject: {
    en: ['a red fox', 'an old lighthouse', 'a woman reading', 'a quiet mountain village'],
    ko: ['붉은여우 한 마리', '오래된 등대', '책을 읽는 여자', '조용한 산골 마을'],
  },
  style: {
    en: ['digital art', 'watercolor painting', 'photorealistic', 'anime style'],
    ko: ['디지털아트', '수채화', '실사 사진', '애니메이션 화풍'],
  },
  lighting: {
    en: ['soft natural light', 'golden hour', 'dramatic side lighting', 'moonlight'],
    ko: ['부드러운 자연광', '노을 지는 시간', '극적인 옆 조명', '달빛'],
  },
  colour: {
    en: ['warm amber tones', 'muted pastel palette', 'deep blue and gold', 'black and white'],
    ko: ['따뜻한 색감', '파스텔톤', '남색과 금색', '흑백'],
  },
};

export const IMPROVEMENT_PHRASES: Readonly<Record<Improvement, Phrases>> = {
  composition: { en: ['close-up', 'wide angle', 'seen from above'], ko: ['클로즈업', '광각 구도', '위에서 내려다본 시점'] },
  setting: {
    en: ['in a quiet forest', 'on a rainy street', 'by the sea at night'],
    ko: ['고요한 숲속', '비 오는 거리', '밤바다 앞'],
  },
  mood: {
    en: ['calm atmosphere', 'mysterious mood', 'playful and cheerful'],
    ko: ['고요한 분위기', '신비로운 분위기', '발랄한 분위기'],
  },
  detail: {
    en: ['intricate detail', 'visible texture', 'sharp focus'],
    ko: ['섬세한 디테일', '질감이 살아 있는', '또렷한 초점'],
  },
};
