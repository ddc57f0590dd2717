import type { Translation } from '../../message.ts';
import type { missing as source } from './missing.en.ts';

export const missing = {
  status: '404',
  'page-title': '페이지를 찾을 수 없어요',
  'page-body':
    '이 주소에는 페이지가 없어요. 주소를 다시 확인하거나 아래에서 페이지를 골라 주세요. 이 페이지에서 바로 파일을 변환할 수도 있어요.',
  'page-body-copy':
    '없는 주소이거나, 이 사이트에는 포함되지 않은 페이지예요. 주소가 맞는지 확인해 주세요. 파일을 변환하려면 파일 변환기로 이동하세요.',
  'page-all': '홈으로 가기',
  'article-title': '글을 찾을 수 없어요',
  'article-body': '이 주소에는 글이 없어요. 이름이 바뀌었거나 삭제되었을 수 있어요.',
  'article-all': '자료 모두 보기',
  'format-title': '형식을 찾을 수 없어요',
  'format-body': '이 형식을 설명하는 페이지가 없어요. 지원 형식 목록에서 변환할 수 있는 형식을 모두 볼 수 있어요.',
  'format-all': '지원 형식 모두 보기',
  'conversion-title': '찾으시는 변환이 없어요',
  'conversion-body': '주소에 알 수 없는 형식이 들어 있어요. 지원 형식 목록에서 변환할 수 있는 형식을 모두 볼 수 있어요.',
  'conversion-all': '지원 형식 모두 보기',
  near: '혹시 이 페이지를 찾으셨나요?',
} satisfies Translation<typeof source>;
