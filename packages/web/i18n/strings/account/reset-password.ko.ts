import type { Translation } from '../../message.ts';
import type { resetPassword as source } from './reset-password.en.ts';

export const resetPassword = {
  title: '새 비밀번호',
  description:
    '계정의 비밀번호를 새로 정하세요. 메일로 받은 링크는 한 번만 쓸 수 있고, 비밀번호를 바꾸면 모든 기기에서 로그아웃돼요.',
  heading: '새 비밀번호를 정해 주세요',
  lead: '비밀번호를 바꾸면 로그인한 모든 기기에서 로그아웃돼요.',
  save: '비밀번호 저장',
  saving: '저장하는 중…',
  savedHeading: '비밀번호를 바꿨어요',
  saved: '모든 기기에서 로그아웃했어요. 새 비밀번호로 로그인해 주세요.',
  signIn: '로그인',
  invalidHeading: '더 이상 쓸 수 없는 링크예요',
  invalid: '링크는 한 시간 안에 한 번만 쓸 수 있어요. 새 링크를 요청해 주세요.',
  askAgain: '새 링크 요청',
} satisfies Translation<typeof source>;
