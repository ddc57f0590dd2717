import type { Translation } from '../../message.ts';
import type { quick as source } from './quick.en.ts';

export const quick = {
  title: '빠른 변환',
  description: '파일을 놓고 한 번만 누르세요. 내용을 보고 가장 알맞은 형식을 이유와 함께 골라 주고, 언제든 바꿀 수 있어요.',
  heading: '빠른 변환',
  lead: '파일을 놓으세요. 내용을 보고 가장 알맞은 형식을 골라 둬요. 나머지는 한 번만 누르면 돼요.',
  figureTime: '마지막 변환에 걸린 시간',
  figureSuccess: '이 기기의 변환 성공률',
  figureFormats: '변환할 수 있는 형식',
  figureNone: '–',
  queue: { other: '빠른 변환 준비 완료 (파일 {count}개)' },
  convertAll: '모두 빠르게 변환',
  running: '변환 중...',
  smartTitle: '알아서 골라요',
  smartBody:
    'HEIC는 JPG로, MOV는 MP4로, 문서는 PDF로 바꿔요. 이름이 아니라 파일의 내용을 보고 고르고, 이유를 알려 주고, 다른 형식으로 바로 바꿀 수 있어요.',
  instantTitle: '바로 시작해요',
  instantBody: '업로드도 대기열도 없어요. 위의 시간은 이 기기에서 마지막 파일을 변환하는 데 걸린 시간이에요.',
} satisfies Translation<typeof source>;
