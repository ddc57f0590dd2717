import type { Translation } from '../../message.ts';
import type { cloudShare as source } from './cloud-share.en.ts';

export const cloudShare = {
  title: '공유된 결과',
  description: '누군가 링크로 공유한 변환 결과예요. 링크가 유효한 동안 다운로드할 수 있어요.',
  heading: '공유받은 파일',
  lead: '누군가 이 파일을 변환해서 링크로 공유했어요.',
  format: '형식',
  size: '크기',
  until: '다운로드 기한',
  download: '다운로드',
  downloadAll: '모두 ZIP으로 다운로드',
  files: '파일',
  downloadOne: '{name} 다운로드',
  caution: '다른 사람이 보낸 파일은 위험할 수 있어요. 아는 사람이 보낸 링크일 때만 파일을 열어 주세요.',
  notReady: '아직 변환하고 있어요. 끝나면 이 페이지에 표시돼요.',
  failed: '변환에 실패해서 다운로드할 파일이 없어요.',
  revoked: '공유한 사람이 공유를 중지했어요.',
  gone: '보관 기간이 끝났거나 삭제된 파일이에요.',
  none: '존재하지 않는 링크예요. 주소를 끝까지 복사했는지 확인해 주세요.',
  unreachable: '서버에 연결하지 못했어요. 인터넷 연결을 확인하고 다시 시도해 주세요.',
  tooMany: '요청이 너무 많이 들어왔어요. 잠시 후 다시 시도해 주세요.',
  again: '다시 시도',
  convert: '내 파일 변환하기',
} as const satisfies Translation<typeof source>;
