import type { Translation } from '../../message.ts';
import type { verifyEmail as source } from './verify-email.en.ts';

export const verifyEmail = {
  title: '이메일 주소 확인',
  description: '메일에 있는 링크를 열어 새 계정의 이메일 주소를 확인하세요. 확인이 끝나면 계정을 바로 쓸 수 있어요.',
  working: '주소를 확인하는 중이에요…',
  passwordHeading: '비밀번호를 입력해 주세요',
  password: '가입할 때 쓴 브라우저가 아니에요. 직접 만든 계정이 아니라면 이 창을 닫아 주세요. 그러면 주소가 확인되지 않아요.',
  confirm: '주소 확인',
  doneHeading: '이메일 주소를 확인했어요',
  done: '이제 계정을 쓸 수 있어요. 로그인해 주세요.',
  doneSignedIn: '이제 계정을 쓸 수 있어요. 이미 로그인되어 있어요.',
  signIn: '로그인',
  toAccount: '내 계정으로 이동',
  invalidHeading: '더 이상 쓸 수 없는 링크예요',
  invalid: '링크는 24시간 동안 쓸 수 있어요. 이메일 주소를 입력하면 새 링크를 보내 드려요.',
  send: '새 링크 보내기',
  sending: '보내는 중…',
  sent: '{email} 주소로 가입하고 아직 확인하지 않은 계정이 있으면 새 링크가 곧 도착해요.',
} satisfies Translation<typeof source>;
