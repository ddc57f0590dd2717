import type { Translation } from '../../message.ts';
import type { signInDialog as source } from './sign-in-dialog.en.ts';

export const signInDialog = {
  create: '무료 계정 만들기',
  signIn: '로그인',
  account: '새 계정 또는 기존 계정',
  checkMail: '메일을 확인해 주세요',
  close: '닫기',
  lead_generate: '작성한 프롬프트는 그대로 있어요. 로그인하면 바로 이미지를 만들어 드려요.',
  lead_edit: '이미지는 이 기기에만 있어요. 로그인하면 여기에서 바로 편집할 수 있어요.',
  lead_checkout: '고른 요금제는 그대로 있어요. 로그인하면 결제를 이어서 할 수 있어요.',
  lead_cloud: '로그인하는 동안에도 파일과 설정은 이 페이지에 그대로 있어요.',
  lead_shared: '초대 메일을 받은 주소를 사용해 주세요.',
  sent: '{email} 주소로 링크를 보냈어요. 이 브라우저에서 열면 하던 일을 이어서 할 수 있어요.',
  sentElsewhere: '다른 브라우저에서 열면 비밀번호도 입력해야 해요.',
  changeEmail: '이메일 주소 바꾸기',
  confirmedElsewhere: '다른 브라우저에서 확인하셨나요?',
  fullPage: '전체 페이지로 열기',
} satisfies Translation<typeof source>;
