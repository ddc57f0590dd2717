import type { Translation } from '../../message.ts';
import type { converter as source } from './converter.en.ts';

export const converter = {
  title: '파일 변환기',
  description:
    '여러 파일을 한꺼번에 변환하고 품질, 크기, 메타데이터까지 정하세요. 모든 작업을 브라우저 안에서 처리해서 파일을 업로드하지 않아요.',
  heading: '파일 변환기',
  lead: '파일당 100MB까지, 한 번에 50개까지 넣을 수 있어요. 파일마다 형식과 옵션을 고르고, 결과를 하나씩 또는 ZIP으로 받으세요.',
} satisfies Translation<typeof source>;
