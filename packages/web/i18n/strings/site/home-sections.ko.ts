import type { Translation } from '../../message.ts';
import type { homeSections as source } from './home-sections.en.ts';

export const homeSections = {
  popularHeading: '많이 찾는 변환',
  allFormats: '형식 {formats}개, 변환 {pairs}가지 모두 보기',
  familiesHeading: '종류별 지원 형식',
  familiesLead: '실제 파일을 변환한 결과가 다른 프로그램에서 열리는지 확인한 변환만 목록에 올려요.',
  formatCount: { other: '형식 {count}개' },
  onlyHeading: '문서, 동영상, 개인정보 보호',
  hwpTitle: '한컴오피스 없이 여는 HWP',
  hwpBody: 'HWP, HWPX, HWPML 문서를 표와 이미지까지 읽어 PDF, 워드, 마크다운으로 저장해요.',
  wordTitle: '편집할 수 있는 PDF 워드 변환',
  wordBody: '제목, 목록, 표, 단을 글상자가 아니라 진짜 워드 구조로 되살려요.',
  videoTitle: '동영상도 내 기기에서',
  videoBody: '브라우저에서 동영상을 변환하고 용량을 줄여요. 큰 파일도 업로드를 기다릴 필요가 없어요.',
  proofTitle: '직접 확인해 보세요',
  proofBody: '와이파이를 끄고 변환하거나, 변환하는 동안 이 사이트가 보낸 요청 수를 지켜보세요.',
  hwpLink: 'HWP PDF 변환',
  wordLink: 'PDF 워드 변환',
  videoLink: 'MOV MP4 변환',
  proofLink: '요청 지켜보기',
  studioHeading: '말로 설명하면 이미지로 그려 드려요',
  studioBody:
    '문장 하나로 포스터, 패턴, 로고, 차트를 만들어요. 아래 이미지는 AI 서비스 없이 이 사이트의 디자인 스튜디오가 그렸어요.',
  studioLink: '스튜디오 열기',
  apiHeading: '터미널이나 내 코드에서도',
  apiBody: '같은 변환 엔진을 명령줄에서 쓰거나, 서버에 올린 파일을 HTTP API로 변환할 수 있어요.',
  apiLink: 'API 문서',
  plansHeading: '변환은 무료예요',
  plansLead:
    '내 기기에서 변환할 때는 계정이 필요 없어요. 유료 요금제에서는 크레딧과 클라우드 저장 공간을 더 받고, 더 큰 파일을 변환할 수 있어요.',
  planLimit: '파일당 최대 {size}, 한 번에 {count}개',
  planCredits: '{days}일마다 크레딧 {credits}개',
  planFor: '{days}일에 {price}',
  planFree: '무료',
  plansLink: '요금제 비교',
} satisfies Translation<typeof source>;
