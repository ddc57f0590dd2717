/** Complete prompts to start from, by category, in the same order in each language. Data only. */
export const TEMPLATE_CATEGORIES = ['people', 'landscape', 'animals', 'city', 'food', 'fantasy', 'product', 'abstract'] as const;
export type TemplateCategory = (typeof TEMPLATE_CATEGORIES)[number];

type Texts = readonly [string, string, string];

export const TEMPLATES: Readonly<Record<TemplateCategory, Readonly<Record<'en' | 'ko', Texts>>>> = {
  people: {
    en: [
      'portrait of an old fisherman with a weathered face, oil painting, soft window light, muted blue and gray',
      'a girl with a yellow umbrella crossing a rainy street, anime style, neon reflections, teal and gold',
      'a dancer in mid-leap on an empty stage, cinematic photo, dramatic spotlight, black and crimson',
    ],
    ko: [
      '주름이 깊은 늙은 어부의 초상화, 유화, 창가의 부드러운 빛, 차분한 파란색과 회색',
      '비 오는 거리를 건너는 노란 우산의 소녀, 애니메이션 화풍, 네온 불빛, 청록색과 금색',
      '빈 무대 위로 뛰어오르는 무용수, 영화적인 사진, 극적인 조명, 검은색과 진홍',
    ],
  },
  landscape: {
    en: [
      'mountain lake at dawn, photorealistic, mist over the water, cool blue tones',
      'rice terraces in autumn, watercolor painting, golden hour, amber and green',
      'lighthouse on a stormy coast, oil painting, moonlight through clouds, deep navy',
    ],
    ko: [
      '새벽의 산속 호수, 실사 사진, 물안개와 옅은 햇살, 차가운 파란색',
      '가을 다랑논이 있는 산골 풍경, 수채화, 노을빛, 주황색과 초록색',
      '폭풍우 치는 해안의 등대, 유화, 구름 사이의 달빛, 짙은 남색',
    ],
  },
  animals: {
    en: [
      'a red fox in a snowy forest, photorealistic, soft morning light, white and orange',
      'a sleepy cat on a pile of books, storybook illustration, warm lamplight, brown and cream',
      'a whale swimming among stars, digital art, glowing light, purple and turquoise',
    ],
    ko: [
      '눈 내린 숲속의 붉은여우, 실사 사진, 부드러운 아침 햇살, 흰색과 주황색',
      '책더미 위에서 조는 고양이, 동화책 삽화, 따뜻한 등불빛, 갈색과 크림색',
      '별 사이를 헤엄치는 고래, 디지털아트, 빛나는 물결, 보라색과 청록색',
    ],
  },
  city: {
    en: [
      'neon alley in Seoul at night, cyberpunk digital art, wet reflections, magenta and cyan',
      'a quiet hanok street in spring, watercolor, morning light, pink blossoms',
      'skyline of glass towers, minimalist vector poster, sunset, coral and navy',
    ],
    ko: [
      '밤의 서울 골목, 사이버펑크 디지털아트, 젖은 바닥에 비친 네온 불빛, 분홍색과 청록색',
      '고요한 봄날의 한옥 거리, 수채화, 아침 햇살, 분홍빛 벚꽃',
      '유리 빌딩이 늘어선 도시, 미니멀 벡터 포스터, 노을, 산호색과 남색',
    ],
  },
  food: {
    en: [
      'a bowl of noodles with steam rising, studio photo, soft side light, warm amber tones',
      'strawberry cake on a marble table, pastel illustration, bright daylight, pink and cream',
      'a cup of coffee by the window, film photo, golden hour, brown and gold',
    ],
    ko: [
      '김이 오르는 국수 한 그릇, 스튜디오 사진, 부드러운 옆 조명, 따뜻한 색감',
      '대리석 식탁 위의 딸기 케이크, 파스텔풍 삽화, 환한 햇살, 분홍색과 크림색',
      '창가의 커피 한 잔, 필름 사진, 노을빛, 갈색과 금색',
    ],
  },
  fantasy: {
    en: [
      'a dragon sleeping around a castle, fantasy art, moonlight, emerald and silver',
      'a wizard reading under a giant tree, storybook illustration, glowing lanterns, green and gold',
      'a floating island with waterfalls, digital art, sun rays, turquoise and white',
    ],
    ko: [
      '성을 감싸고 잠든 용, 판타지 일러스트, 달빛, 에메랄드빛 초록색과 은색',
      '거대한 나무 아래에서 책을 읽는 마법사, 동화책 삽화, 빛나는 등불, 초록색과 금색',
      '폭포가 쏟아지는 하늘의 섬, 디지털아트, 빛줄기, 청록색과 흰색',
    ],
  },
  product: {
    en: [
      'a perfume bottle on wet stone, product photograph, studio light, black and gold',
      'white sneakers on a plain background, minimalist photo, soft shadow, beige palette',
      'a celadon vase with one branch, photorealistic, natural light, jade green',
    ],
    ko: [
      '젖은 돌 위의 향수병, 제품 사진, 스튜디오 조명, 검은색과 금색',
      '단색 배경의 흰 운동화, 미니멀한 사진, 부드러운 그림자, 베이지색',
      '가지 하나를 꽂은 청자 꽃병, 실사 사진, 자연광, 옥색',
    ],
  },
  abstract: {
    en: [
      'flowing ink pattern, abstract watercolor, soft light, indigo and white',
      'geometric mountain shapes, flat vector art, sunset glow, coral and purple',
      'liquid crystal waves, 3d render, neon rim light, cyan and magenta',
    ],
    ko: [
      '번져 가는 먹 무늬, 추상 수채화, 은은한 빛, 남색과 흰색',
      '도형으로 그린 산, 플랫 벡터, 노을빛, 산호색과 보라색',
      '수정처럼 일렁이는 물결 무늬, 3D 렌더링, 네온 역광, 하늘색과 분홍색',
    ],
  },
};
