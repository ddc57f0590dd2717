import type { Translation } from '../../message.ts';
import type { licenses as source } from './licenses.en.ts';

export const licenses = {
  title: '오픈소스 라이선스',
  description: '이 사이트를 이루는 오픈소스 프로그램, 라이브러리, 글꼴과 그 버전, 라이선스를 모두 적었어요.',
  heading: '오픈소스 라이선스',
  lead: '이 사이트는 많은 사람의 작업 위에 만들었어요. 무엇을 어떤 조건으로 쓰는지 적었어요.',
  enginesHeading: '변환 엔진',
  enginesBody: '각 엔진은 브라우저의 워커 안에서 독립된 프로그램으로 실행돼요.',
  librariesHeading: '라이브러리와 글꼴',
  fullText: '라이선스 전문을 한 파일로 보기',
  columnName: '이름',
  columnVersion: '버전',
  columnLicense: '라이선스',
} satisfies Translation<typeof source>;
