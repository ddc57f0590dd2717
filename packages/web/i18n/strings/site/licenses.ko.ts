import type { Translation } from '../../message.ts';
import type { licenses as source } from './licenses.en.ts';

export const licenses = {
  title: '오픈소스 라이선스',
  description: '이 사이트에 쓰인 오픈소스 프로그램, 라이브러리, 글꼴의 버전과 라이선스를 모두 안내해요.',
  heading: '오픈소스 라이선스',
  lead: '이 사이트는 여러 사람이 만든 오픈소스를 사용해요. 무엇을 어떤 라이선스로 쓰는지 확인해 보세요.',
  enginesHeading: '변환 엔진',
  enginesBody: '각 엔진은 브라우저의 워커 안에서 독립된 프로그램으로 실행돼요.',
  librariesHeading: '라이브러리와 글꼴',
  fullText: '라이선스 전문을 한 파일로 보기',
  columnName: '이름',
  columnVersion: '버전',
  columnLicense: '라이선스',
} satisfies Translation<typeof source>;
