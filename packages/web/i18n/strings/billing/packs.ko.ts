import type { Translation } from '../../message.ts';
import type { packs as source } from './packs.en.ts';

export const packs = {
  heading: '크레딧 팩',
  lead: '결제하면 바로 AI 이미지 크레딧이 추가돼요. 추가된 크레딧은 어떤 요금제에서도 쓸 수 있고 {days}일 동안 유효해요.',
  outOfCredits: '크레딧 추가하기',
  buy: '{price}에 크레딧 {credits}개',
  per100: '크레딧 100개당 {price}',
  rules:
    '요금제 크레딧을 다 쓴 다음에 팩 크레딧을 써요. 팩을 사도 만들 수 있는 이미지의 최대 크기는 그대로예요. 팩은 자동으로 다시 결제되지 않아요.',
  continues: '입력한 프롬프트는 저장해 뒀어요. 결제가 끝나면 이미지를 바로 만들어 드려요.',
} satisfies Translation<typeof source>;
