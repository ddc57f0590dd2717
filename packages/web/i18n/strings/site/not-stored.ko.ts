import type { Translation } from '../../message.ts';
import type { notStored as source } from './not-stored.en.ts';

export const notStored = {
  title: '오프라인이에요',
  body: '인터넷에 연결되어 있지 않고, 이 페이지는 기기에 저장되어 있지 않아요. 다시 연결되면 열 수 있어요.',
  again: '다시 시도',
  works: '오프라인에서도 쓸 수 있어요',
  home: '홈',
  converter: '파일 변환기',
  batch: '일괄 변환',
  offline: '인터넷 없이 쓰기',
  faq: '자주 묻는 질문',
} as const satisfies Translation<typeof source>;
