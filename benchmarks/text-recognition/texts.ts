/** Texts that are printed and read, one string per paragraph. */
export const TEXTS = {
  english: [
    'Minutes of the meeting of 14 October',
    'The committee met at 9:30 in the reading room of the town library. Eleven of its thirteen members were present. The chair welcomed Mr. Okafor, who will keep the accounts from January, and thanked the volunteers who moved 4,200 books before the roof was repaired.',
    'Opening hours were discussed first. A survey of 318 visitors showed that two thirds would like the library to stay open until eight on Thursdays. The extra cost is about $1,150 a month, most of it for heating and staff. Ms. Lindqvist suggested a trial of six months, beginning on 1 March, and the proposal was accepted with nine votes to two.',
    'The second item was the children’s corner. Its shelves are too high, the carpet is worn, and the light above the large table flickers. Quotes from three companies lie between 2,480 and 3,900; the cheapest one does not include delivery. Members agreed to ask for a new quote, and to collect pictures of similar rooms in neighbouring towns.',
    'Finally, the treasurer reported that donations rose by 12.5% compared with last year. Because the quarterly invoice for electricity had been paid twice, a refund of 640 is expected in November. The next meeting takes place on Tuesday, 9 December, at the usual time. Questions can be sent to board@library.example until the Friday before.',
  ],
  korean: [
    '시월 정기 회의록',
    '위원회는 오전 9시 30분에 도서관 열람실에서 회의를 열었다. 위원 열세 명 가운데 열한 명이 참석했다. 위원장은 내년 1월부터 회계를 맡을 박소연 씨를 소개하고, 지붕을 고치기 전에 책 4,200권을 옮겨 준 자원봉사자들에게 고마움을 전했다.',
    '먼저 개관 시간을 의논했다. 이용자 318명에게 물어본 결과 세 명 중 두 명이 목요일에는 저녁 여덟 시까지 문을 열기를 바랐다. 난방과 인력에 드는 돈은 한 달에 약 150만 원이다. 최은주 위원은 3월 1일부터 여섯 달 동안 시험해 보자고 제안했고, 찬성 아홉 표와 반대 두 표로 통과되었다.',
    '다음 안건은 어린이 자료실이었다. 책꽂이가 너무 높고 양탄자가 낡았으며, 큰 책상 위의 전등이 자꾸 깜빡인다. 업체 세 곳의 견적은 248만 원에서 390만 원 사이인데, 가장 싼 곳은 배송비를 따로 받는다. 위원들은 견적을 다시 받고, 가까운 도시에 있는 비슷한 방의 사진을 모으기로 뜻을 모았다.',
    '끝으로 재무 위원이 기부금이 작년보다 12.5% 늘었다고 보고했다. 전기 요금을 두 번 내는 바람에 11월에 64만 원을 돌려받을 예정이다. 다음 회의는 12월 9일 화요일 같은 시각에 열린다. 궁금한 점은 그 전주 금요일까지 전자 우편으로 보내면 된다. 회의는 열한 시 이십 분에 끝났다.',
  ],
} as const;

export type PrintedLanguage = keyof typeof TEXTS;

/** The name of its data. */
export const NATIVE_LANGUAGE: Readonly<Record<PrintedLanguage, string>> = { english: 'eng', korean: 'kor' };
