import type { Translation } from '../../message.ts';
import type { forgotPassword as source } from './forgot-password.en.ts';

export const forgotPassword = {
  title: '비밀번호 찾기',
  description: '이메일로 링크를 받아 계정의 비밀번호를 새로 정하세요. 가입한 이메일 주소만 입력하면 돼요.',
  heading: '비밀번호를 잊으셨나요?',
  lead: '가입한 이메일 주소를 알려 주세요. 계정이 있으면 비밀번호를 새로 정할 수 있는 링크를 보내 드려요.',
  send: '링크 보내기',
  sending: '보내는 중…',
  sent: '{email} 주소로 가입한 계정이 있으면 링크가 곧 도착해요. 링크는 한 시간 안에 한 번만 쓸 수 있어요.',
} satisfies Translation<typeof source>;
