import type { Translation } from '../../message.ts';
import type { changeEmail as source } from './change-email.en.ts';

export const changeEmail = {
  title: '새 이메일 주소 확인',
  description: '메일에 있는 링크를 열어 새 이메일 주소를 확인하세요. 확인이 끝나면 새 주소로 로그인할 수 있어요.',
  working: '이메일 주소를 바꾸는 중이에요…',
  passwordHeading: '비밀번호를 입력해 주세요',
  password:
    '이 브라우저에서는 이메일 주소를 바꾸려는 계정에 로그인되어 있지 않아요. 주소 변경을 직접 요청하지 않았다면 이 창을 닫아 주세요. 그러면 이메일 주소가 바뀌지 않아요.',
  confirm: '새 주소 확인',
  doneHeading: '이메일 주소를 바꿨어요',
  done: '이제 새 주소로 로그인해 주세요. 이전 주소로도 알림 메일을 보냈어요.',
  toAccount: '내 계정으로 이동',
  invalidHeading: '더 이상 쓸 수 없는 링크예요',
  invalid:
    '링크는 24시간 안에 한 번만 쓸 수 있어요. 여러 번 요청했다면 마지막에 받은 링크만 쓸 수 있어요. 계정 페이지에서 새 링크를 요청해 주세요.',
} satisfies Translation<typeof source>;
