import type { Translation } from '../../message.ts';
import type { quick as source } from './quick.en.ts';

export const quick = {
  title: '빠른 변환',
  description:
    '파일을 놓고 버튼을 한 번만 누르세요. 파일 내용에 가장 알맞은 형식을 이유와 함께 추천해 드려요. 추천받은 형식 대신 다른 형식을 고를 수도 있어요.',
  heading: '빠른 변환',
  lead: '파일을 놓으면 내용에 가장 알맞은 형식을 골라 드려요. 버튼만 한 번 누르면 변환이 시작돼요.',
  figureTime: '마지막 변환에 걸린 시간',
  figureSuccess: '이 기기의 변환 성공률',
  figureFormats: '변환할 수 있는 형식',
  figureNone: '–',
  queue: { other: '빠른 변환 준비 완료 (파일 {count}개)' },
  convertAll: '모두 빠르게 변환',
  running: '변환 중...',
  smartTitle: '형식을 알아서 골라요',
  smartBody:
    'HEIC는 JPG로, MOV는 MP4로, 문서는 PDF로 바꿔요. 파일 이름이 아니라 내용을 보고 형식을 고르고, 고른 이유도 알려 드려요. 추천받은 형식 대신 다른 형식을 고를 수도 있어요.',
  instantTitle: '바로 시작해요',
  instantBody:
    '업로드하거나 차례를 기다릴 필요가 없어요. 위에 표시된 시간은 이 기기에서 마지막 파일을 변환하는 데 걸린 시간이에요.',
} satisfies Translation<typeof source>;
