import type { Translation } from '../../message.ts';
import type {
  signInMethods as methodsSource,
  singleSignOnProblems as problemsSource,
  singleSignOn as source,
} from './single-sign-on.en.ts';

export const singleSignOn = {
  continueWith: '{name} 계정으로 계속하기',
  opening: '{name} 로그인 화면으로 이동하는 중…',
  onFullPage: '로그인 페이지에서 {name} 계정으로 계속하기',
  or: '또는 이메일로',
} satisfies Translation<typeof source>;

export const singleSignOnProblems = {
  expired: '제한 시간이 지났거나 다른 브라우저에서 시작한 로그인이에요. 다시 시도해 주세요.',
  canceled: '{name}에서 로그인을 취소했어요. 원할 때 다시 시도해 주세요.',
  invalid: '{name}의 응답을 확인할 수 없어요. 다시 시도해 주세요. 계속되면 관리자에게 문의해 주세요.',
  unavailable: '{name}의 응답이 없어요. 잠시 후 다시 시도해 주세요.',
  limited: '너무 여러 번 시도했어요. 몇 분 뒤에 다시 시도해 주세요.',
  'not-member': '{name} 계정이 이 사이트를 쓸 수 있는 그룹에 속해 있지 않아요. 관리자에게 권한을 요청해 주세요.',
  'email-missing': '{name} 계정에 이메일 주소가 없어요. 관리자에게 주소 등록을 요청한 뒤 다시 시도해 주세요.',
  'email-unverified':
    '{name} 계정의 이메일 주소가 아직 확인되지 않았어요. {name}에서 확인하거나 관리자에게 문의한 뒤 다시 시도해 주세요.',
  'email-taken': '이 이메일 주소로 만든 계정이 이미 있어요. 비밀번호로 로그인한 뒤 계정 페이지에서 {name} 계정을 연결해 주세요.',
  'connected-elsewhere':
    '연결하지 못했어요. 이 {name} 계정이 다른 계정에 연결돼 있거나, 내 계정에 다른 {name} 계정이 연결돼 있어요. 관리자에게 문의해 주세요.',
} satisfies Translation<typeof problemsSource>;

export const signInMethods = {
  heading: '로그인 방법',
  body: '이 계정에 로그인하는 방법이에요.',
  password: '이메일과 비밀번호',
  passwordOff: '비밀번호가 없는 계정이에요. 이메일 주소는 {name}에서 관리해요.',
  connected: '연결됨',
  notConnected: '연결 안 됨',
  groups: '{date}까지 내 그룹({groups})의 한도가 적용돼요. {name} 계정으로 로그인하면 기간이 연장돼요.',
  connectAsk:
    '{name} 계정을 연결하려면 이 사이트의 비밀번호를 입력해 주세요. 연결하면 {name} 계정으로도 로그인할 수 있어요. 나중에 이 사이트의 비밀번호를 바꾸면 연결이 끊기니 다시 연결해 주세요.',
  connect: '{name} 계정 연결',
  deleteAsk: '{email} 계정을 완전히 지워요. 남은 크레딧도 사라져요.',
} satisfies Translation<typeof methodsSource>;
