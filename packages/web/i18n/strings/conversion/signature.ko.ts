import type { Translation } from '../../message.ts';
import type { signature as source } from './signature.en.ts';

export const signature = {
  label: '전자서명',
  remove: '{name} 삭제',
  notSignable: 'PDF로 바꿀 수 없는 파일이라 서명할 수 없어요. 삭제하고 다른 파일을 추가해 주세요.',
  others: { other: '첫 번째 파일에만 서명해요. 목록에 파일이 {count}개 더 있어요.' },
  converts: '파일을 먼저 PDF로 바꿔요.',
  certificate: '인증서(.p12 또는 .pfx)',
  choose: '인증서 선택',
  chooseOther: '다른 인증서 선택',
  password: '인증서 비밀번호',
  privacy: '인증서와 비밀번호는 이 기기에서만 쓰고, 페이지를 벗어나면 남기지 않아요.',
  reason: '서명 이유(선택)',
  location: '서명 장소(선택)',
  sign: '서명하기',
  signing: '{name}에 서명하는 중',
  done: '파일에 서명했어요.',
  doneHint: '서명은 페이지에 보이지 않아요. PDF 프로그램의 서명 패널에서 확인할 수 있어요.',
  download: '서명한 PDF 다운로드',
  fileLabel: '서명',
  again: '다시 서명하기',
  failed: '파일에 서명하지 못했어요. {reason}',
  certificate_encrypted: '인증서 비밀번호를 입력해 주세요.',
  certificate_wrong: '인증서 비밀번호가 맞지 않아요. 다시 입력해 주세요.',
  certificate_corrupt: '인증서 파일이 아니에요. 인증서와 개인 키가 들어 있는 .p12나 .pfx 파일을 선택해 주세요.',
  certificate_unsupported:
    '이 인증서로는 서명할 수 없어요. 파일에 개인 키(RSA, P-256, P-384, P-521)와 인증서가 함께 들어 있어야 해요.',
} as const satisfies Translation<typeof source>;
