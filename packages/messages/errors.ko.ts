import type { ConversionErrorCode } from '@bakkum/conversion/errors';

/** 무엇이 안 됐고 무엇을 하면 되는지, 사람에게 하는 말. */
export const errors = {
  empty: '빈 파일이에요. 끝까지 복사됐는지 확인해 주세요.',
  corrupt: '파일이 손상됐거나 잘려서 읽을 수 없어요. 원본을 쓰거나 다시 내려받아 주세요.',
  encrypted: '암호가 걸린 파일이에요. 암호를 건 프로그램에서 암호를 풀고 다시 추가해 주세요.',
  'wrong-password': '암호가 맞지 않아요. 확인하고 다시 시도해 주세요.',
  'unsupported-feature': '아직 읽지 못하는 기능이 쓰인 파일이에요. 더 흔한 방식으로 저장해서 다시 시도해 주세요.',
  'unsupported-type': '아직 변환할 수 없는 종류의 파일이에요.',
  'no-route': '이 형식에서 그 형식으로는 바꿀 수 없어요. 다른 형식을 골라 주세요.',
  'needs-capability':
    '이 변환에 필요한 큰 프로그램이 이 기기나 브라우저에서는 돌아가지 않아요. 메모리가 4 GB 이상인 컴퓨터에서 최신 브라우저로 이 페이지를 열어 주세요.',
  'too-large': '픽셀이나 페이지가 너무 많아 메모리에 담을 수 없어요. 크기를 줄여서 다시 시도해 주세요.',
  'out-of-memory': '기기의 메모리가 부족해요. 다른 탭을 닫거나 파일 수를 줄여서 다시 시도해 주세요.',
  'storage-full': '결과 파일을 저장할 공간이 기기에 부족해요. 공간을 비우고 다시 시도해 주세요.',
  'invalid-options': '이 파일에는 함께 쓸 수 없는 옵션이에요. 옵션을 바꿔서 다시 시도해 주세요.',
  'engine-unavailable': '변환기의 일부를 불러오지 못했어요. 인터넷 연결을 확인하고 다시 시도해 주세요.',
  timeout: '너무 오래 걸려서 멈췄어요. 더 작은 파일이나 다른 형식으로 시도해 주세요.',
  cancelled: '변환을 취소했어요. 파일은 그대로예요.',
  crashed: '이 파일을 변환하다가 변환기가 갑자기 멈췄어요. 다시 시도하거나 다른 형식을 골라 주세요.',
  internal: '저희 쪽에서 문제가 생겼어요. 다른 형식으로 시도해 주세요. 파일은 그대로예요.',
} as const satisfies Record<ConversionErrorCode, string>;
