import type { Translation } from '../../message.ts';
import type { mailbox as source } from './mailbox.en.ts';

export const mailbox = {
  title: '데모 메일함',
  description:
    '데모 모드에서는 메일을 실제로 보내지 않아요. 이 브라우저에서 만들거나 로그인한 계정으로 온 메일을 여기에서 볼 수 있어요.',
  heading: '데모 메일함',
  lead: '데모 모드에서는 메일을 실제로 보내지 않아요. 이 브라우저에서 만들거나 로그인한 계정의 메일만 볼 수 있어요.',
  waiting: '아직 메일이 없어요. 메일은 보낸 뒤 몇 초 안에 여기에 도착해요.',
  from: '보낸 사람 {email}',
  to: '받는 사람 {email}',
  letters: '메일',
  closedHeading: '이 사이트에는 데모 메일함이 없어요',
  closed: '메일을 실제 이메일 주소로 보내 드려요. 받은 편지함을 확인해 주세요.',
} satisfies Translation<typeof source>;
